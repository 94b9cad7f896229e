#include "app/scene/theme.hpp"

namespace mountscope {

namespace {

constexpr Rgba rgb(std::uint32_t hex) {
    return {static_cast<std::uint8_t>(hex >> 16), static_cast<std::uint8_t>(hex >> 8),
            static_cast<std::uint8_t>(hex), 255};
}

struct InkValue {
    Ink ink;
    std::uint32_t hex;
};

// Group inks: chosen so that the smallest CIEDE2000 distance between any two, over normal sight and the three
// kinds of colour blindness, is 13. Yellow is left to the focus.
constexpr InkValue kDark[] = {
    {Ink::kGround, 0x14171C},     {Ink::kPanel, 0x1A1E25},      {Ink::kRaised, 0x20252E},
    {Ink::kHover, 0x282F3A},      {Ink::kLine, 0x2B323D},       {Ink::kEdge, 0x667082},
    {Ink::kText, 0xE8EBF0},       {Ink::kTextSecond, 0x9BA6B6}, {Ink::kTextThird, 0x8490A1},
    {Ink::kFocus, 0xF0E442},      {Ink::kFocusFill, 0x38381C},  {Ink::kAdded, 0x3FC6A0},
    {Ink::kAddedFill, 0x1B3029},  {Ink::kRemoved, 0xF0727A},    {Ink::kRemovedFill, 0x33202A},
    {Ink::kMoved, 0xB79CF5},      {Ink::kMovedFill, 0x2A263C},  {Ink::kAccent, 0x56B4E9},
    {Ink::kAccentFill, 0x1D3040}, {Ink::kError, 0xFF7B72},      {Ink::kGroup1, 0x5FBCE4},
    {Ink::kGroup2, 0xF3A21C},     {Ink::kGroup3, 0xCD679F},     {Ink::kGroup4, 0xE54712},
    {Ink::kGroup5, 0x118E71},     {Ink::kGroup6, 0x7F80F8},     {Ink::kGroupOther, 0x9BA6B6},
    {Ink::kOnBright, 0x14171C},   {Ink::kVariantA, 0xE8743B},   {Ink::kVariantB, 0x3FC6A0},
    {Ink::kVariantC, 0x56B4E9},   {Ink::kVariantD, 0xCC79A7},
};

constexpr InkValue kLight[] = {
    {Ink::kGround, 0xF1F3F6},     {Ink::kPanel, 0xFAFBFC},      {Ink::kRaised, 0xFFFFFF},
    {Ink::kHover, 0xE9EDF2},      {Ink::kLine, 0xD5DAE2},       {Ink::kEdge, 0x838D9B},
    {Ink::kText, 0x171B21},       {Ink::kTextSecond, 0x4A5563}, {Ink::kTextThird, 0x616C7B},
    {Ink::kFocus, 0x8A7400},      {Ink::kFocusFill, 0xFFF7B8},  {Ink::kAdded, 0x0A7A5A},
    {Ink::kAddedFill, 0xE0F5EC},  {Ink::kRemoved, 0xC02F38},    {Ink::kRemovedFill, 0xFBE7E7},
    {Ink::kMoved, 0x6A48C8},      {Ink::kMovedFill, 0xEEE9FB},  {Ink::kAccent, 0x0B6FB8},
    {Ink::kAccentFill, 0xE0EFFA}, {Ink::kError, 0xC02F38},      {Ink::kGroup1, 0x0487DC},
    {Ink::kGroup2, 0xA37803},     {Ink::kGroup3, 0xC03497},     {Ink::kGroup4, 0x982505},
    {Ink::kGroup5, 0x0A6644},     {Ink::kGroup6, 0x472E6A},     {Ink::kGroupOther, 0x5B6675},
    {Ink::kOnBright, 0xFFFFFF},   {Ink::kVariantA, 0xB84A12},   {Ink::kVariantB, 0x0A7A5A},
    {Ink::kVariantC, 0x0B6FB8},   {Ink::kVariantD, 0x9C3F77},
};

// Print: as light, on white paper, with darker lines and without tinted grounds.
constexpr InkValue kPrintOnly[] = {
    {Ink::kGround, 0xFFFFFF},    {Ink::kPanel, 0xFFFFFF}, {Ink::kLine, 0xB4BBC5},
    {Ink::kEdge, 0x6B7585},      {Ink::kText, 0x000000},  {Ink::kTextSecond, 0x333B46},
    {Ink::kTextThird, 0x4E5967}, {Ink::kHover, 0xEEF0F3},
};

template <std::size_t kCount>
void set_inks(Theme& theme, const InkValue (&values)[kCount]) {
    for (const InkValue& value : values) theme.inks[static_cast<std::size_t>(value.ink)] = rgb(value.hex);
}

Theme make_theme(ThemeName name) {
    Theme theme;
    theme.inks[static_cast<std::size_t>(Ink::kNone)] = {0, 0, 0, 0};
    if (name == ThemeName::kDark) {
        set_inks(theme, kDark);
        return theme;
    }
    set_inks(theme, kLight);
    if (name == ThemeName::kPrint) set_inks(theme, kPrintOnly);
    return theme;
}

}  // namespace

const Theme& theme_of(ThemeName name) {
    static const Theme kThemes[] = {make_theme(ThemeName::kDark), make_theme(ThemeName::kLight),
                                    make_theme(ThemeName::kPrint)};
    return kThemes[static_cast<std::size_t>(name)];
}

}  // namespace mountscope
