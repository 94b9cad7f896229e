#include "core/text/shell_variables.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace mountscope::shell {

const Variable* ShellVariables::find(std::string_view name) const {
    const std::string key(name);
    for (auto layer = layers_.rbegin(); layer != layers_.rend(); ++layer) {
        if (const auto found = layer->variables.find(key); found != layer->variables.end())
            return &found->second;
        if (layer->isolated) break;
    }
    return nullptr;
}

bool ShellVariables::has_room(std::size_t entries, std::size_t bytes) const {
    return entries_ + entries <= limits_.variables && bytes_ + bytes <= limits_.variable_bytes;
}

StoreResult ShellVariables::store(std::string_view name, const Variable& variable) {
    auto& variables = layers_.back().variables;
    std::string key(name);
    const auto found = variables.find(key);
    const std::size_t old_bytes = found == variables.end() ? 0 : found->second.value.size();
    const std::size_t name_bytes = found == variables.end() ? key.size() : 0;
    bytes_ -= old_bytes;
    if (!has_room(found == variables.end() ? 1 : 0, name_bytes + variable.value.size())) {
        bytes_ += old_bytes;
        return StoreResult::kTooMuch;
    }
    bytes_ += name_bytes + variable.value.size();
    if (found == variables.end()) {
        ++entries_;
        variables.emplace(std::move(key), variable);
    } else {
        found->second = variable;
    }
    return StoreResult::kOk;
}

StoreResult ShellVariables::set(std::string_view name, std::string_view value) {
    const Variable* const old = find(name);
    if (old != nullptr && old->read_only) return StoreResult::kReadOnly;
    return store(name, Variable{std::string(value), true, old != nullptr && old->exported, false});
}

StoreResult ShellVariables::unset(std::string_view name) {
    const Variable* const old = find(name);
    if (old == nullptr) return StoreResult::kOk;
    if (old->read_only) return StoreResult::kReadOnly;
    return store(name, Variable{});
}

StoreResult ShellVariables::mark(std::string_view name, bool exported, bool read_only) {
    const Variable* const old = find(name);
    Variable marked = old != nullptr ? *old : Variable{};
    marked.exported = marked.exported || exported;
    marked.read_only = marked.read_only || read_only;
    return store(name, marked);
}

std::vector<std::string> ShellVariables::names() const {
    std::set<std::string> seen;
    std::vector<std::string> result;
    for (auto layer = layers_.rbegin(); layer != layers_.rend(); ++layer) {
        for (const auto& [name, variable] : layer->variables) {
            if (seen.insert(name).second && variable.is_set) result.push_back(name);
        }
        if (layer->isolated) break;
    }
    std::sort(result.begin(), result.end());
    return result;
}

const Function* ShellVariables::find_function(std::string_view name) const {
    const std::string key(name);
    for (auto layer = layers_.rbegin(); layer != layers_.rend(); ++layer) {
        if (const auto found = layer->functions.find(key); found != layer->functions.end()) {
            return found->second.code != nullptr ? &found->second : nullptr;
        }
        if (layer->isolated) break;
    }
    return nullptr;
}

StoreResult ShellVariables::define_function(std::string_view name, Function function) {
    auto& functions = layers_.back().functions;
    std::string key(name);
    if (!functions.contains(key)) {
        if (!has_room(1, key.size())) return StoreResult::kTooMuch;
        ++entries_;
        bytes_ += key.size();
    }
    functions[std::move(key)] = std::move(function);
    return StoreResult::kOk;
}

bool ShellVariables::push_layer(bool isolated) {
    std::vector<std::pair<std::string, Variable>> exported;
    if (isolated) {
        for (const std::string& name : names()) {
            const Variable* const variable = find(name);
            if (variable->exported) exported.emplace_back(name, Variable{variable->value, true, true, false});
        }
    }
    layers_.emplace_back();
    layers_.back().isolated = isolated;
    for (const auto& [name, variable] : exported) {
        if (store(name, variable) == StoreResult::kOk) continue;
        pop_layer();
        return false;
    }
    return true;
}

void ShellVariables::pop_layer() {
    const Layer& top = layers_.back();
    for (const auto& [name, variable] : top.variables) bytes_ -= name.size() + variable.value.size();
    for (const auto& [name, function] : top.functions) bytes_ -= name.size();
    entries_ -= top.variables.size() + top.functions.size();
    layers_.pop_back();
}

}  // namespace mountscope::shell
