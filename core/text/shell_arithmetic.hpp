#pragma once
// Shell arithmetic, as in $((...)): 64-bit integers, C's operators and their precedence, ** for powers,
// assignments, ++ and --. Decimal, 0x hexadecimal and 0 octal numbers. What C leaves undefined is an error
// here: overflow, division by zero, shifts out of range.
//
//   ArithmeticResult result = evaluate_arithmetic("2 ** n - 1", variables);
//   if (!result.error) use(result.value);
//
// Time is linear in the length of the expression; nesting is limited to kMostArithmeticNesting.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mountscope::shell {

constexpr std::size_t kMostArithmeticNesting = 100;

// Where the expression's names find their values.
class ArithmeticVariables {
  public:
    virtual std::optional<std::string> get_variable(std::string_view name) = 0;
    virtual bool set_variable(std::string_view name, std::int64_t value) = 0;  // false: it may not be set

  protected:
    ~ArithmeticVariables() = default;
};

struct ArithmeticError {
    std::size_t column = 1;  // within the expression, counting characters
    std::string what;
    std::string expected;
};

struct ArithmeticResult {
    std::int64_t value = 0;
    std::optional<ArithmeticError> error;
};

ArithmeticResult evaluate_arithmetic(std::string_view expression, ArithmeticVariables& variables);

// A number as the shell writes it: decimal with a sign, 0x or 0 in front; nothing for anything else.
std::optional<std::int64_t> parse_shell_number(std::string_view text);
// The same, decimal only and with blanks around it, as test and expr take it.
std::optional<std::int64_t> parse_decimal(std::string_view text);

}  // namespace mountscope::shell
