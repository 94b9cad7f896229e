#pragma once
// The variables and functions of a shell, in layers: each subshell puts a layer on top, writes go there, and
// dropping it brings everything back as it was. A script run by `sh FILE` gets an isolated layer: it sees
// only what was exported.
//
//   ShellVariables variables(limits);
//   variables.set("N", "3");
//   variables.push_layer(false);
//   variables.set("N", "4");
//   variables.pop_layer();
//   variables.find("N")->value;      // "3"
//
// Invariants: there is at least one layer; names and values of all layers together stay within the limits.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/text/shell_code.hpp"
#include "core/text/shell_types.hpp"

namespace mountscope::shell {

struct Variable {
    std::string value;
    bool is_set = false;  // false: `unset` or only marked
    bool exported = false;
    bool read_only = false;
};

struct Function {
    std::shared_ptr<const Code> code;  // none: removed in this layer
    std::uint32_t entry = 0;
};

enum class StoreResult : std::uint8_t { kOk, kReadOnly, kTooMuch };

class ShellVariables {
  public:
    explicit ShellVariables(const ShellLimits& limits) : limits_(limits), layers_(1) {}

    const Variable* find(std::string_view name) const;  // none when it was never set; see is_set
    StoreResult set(std::string_view name, std::string_view value);
    StoreResult store(std::string_view name, const Variable& variable);  // with its marks, read-only or not
    StoreResult unset(std::string_view name);
    StoreResult mark(std::string_view name, bool exported, bool read_only);
    std::vector<std::string> names() const;  // of all that are set, sorted

    const Function* find_function(std::string_view name) const;
    StoreResult define_function(std::string_view name, Function function);

    bool push_layer(bool isolated);  // false, and no layer, when the exported variables find no room
    void pop_layer();

  private:
    struct Layer {
        std::unordered_map<std::string, Variable> variables;
        std::unordered_map<std::string, Function> functions;
        bool isolated = false;
    };

    bool has_room(std::size_t entries, std::size_t bytes) const;

    const ShellLimits& limits_;
    std::vector<Layer> layers_;
    std::size_t entries_ = 0;
    std::size_t bytes_ = 0;
};

}  // namespace mountscope::shell
