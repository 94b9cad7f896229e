#include "app/scene/text_cut.hpp"

namespace mountscope {

namespace {

constexpr std::string_view kEllipsis = "\xE2\x80\xA6";

bool continues(std::string_view text, std::size_t at) {
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
}

// `keep` bytes of the text, rounded down to whole characters, around an ellipsis.
std::string shortened(std::string_view text, std::size_t keep, bool cut_middle) {
    std::size_t head = cut_middle ? keep / 2 : keep;
    while (head > 0 && continues(text, head)) --head;
    std::string out(text.substr(0, head));
    out += kEllipsis;
    if (cut_middle) {
        std::size_t tail = text.size() - (keep - keep / 2);
        while (tail < text.size() && continues(text, tail)) ++tail;
        out += text.substr(tail);
    }
    return out;
}

}  // namespace

std::string cut_text(const TextMeasure& measure, std::string_view text, FontRole font, float size,
                     float max_width, bool cut_middle) {
    if (max_width <= 0 || measure.width(text, font, size) <= max_width) return std::string(text);
    std::string best;
    std::size_t low = 0;
    std::size_t high = text.size() - 1;
    while (low <= high) {
        const std::size_t keep = low + (high - low) / 2;
        std::string candidate = shortened(text, keep, cut_middle);
        if (measure.width(candidate, font, size) <= max_width) {
            best = std::move(candidate);
            low = keep + 1;
        } else {
            if (keep == 0) break;
            high = keep - 1;
        }
    }
    return best;
}

}  // namespace mountscope
