"""Cuts fonts and icons down to what assets/fonts.txt and assets/icons.txt list and writes them as C++.

    fonts.py ASSETS NODE_MODULES OUT

writes OUT/assets/embedded_fonts.hpp, OUT/assets/embedded_fonts.cpp and OUT/assets/icons.hpp.
"""

import io
import json
import logging
import pathlib
import re
import sys

try:
    from fontTools import subset
    from fontTools.ttLib import TTFont
except ImportError:
    sys.exit("fonts.py needs Python's fontTools (on Debian: python3-fonttools; elsewhere: pip install fonttools)")


logging.getLogger("fontTools").setLevel(logging.ERROR)  # it warns of harmless oddities in the fonts


def data_lines(path):
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = line.split("#")[0].strip()
        if line:
            yield f"{path}:{number}", line.split()


def parse_ranges(words):
    for word in words:
        match = re.fullmatch(r"([0-9A-F]{2,5})(?:-([0-9A-F]{2,5}))?", word)
        if not match:
            return  # the rest of the line says what the code points are
        first = int(match[1], 16)
        yield from range(first, int(match[2] or match[1], 16) + 1)


def read_font_list(path):
    faces, glyphs = [], set()
    for place, words in data_lines(path):
        if words[0] == "face" and len(words) >= 3:
            faces.append((words[1], words[2], words[3:]))
        elif words[0] == "glyphs":
            glyphs.update(parse_ranges(words[1:]))
        else:
            sys.exit(f"{place}: want 'face NAME FILE [FEATURE...]' or 'glyphs RANGE...'")
    return faces, glyphs


def apply_features(font, features):
    """Points each character at the glyph that the single substitutions of these OpenType features put in its place."""
    replacement = {}
    table = font["GSUB"].table
    found = set()
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag in features:
            found.add(record.FeatureTag)
            for index in record.Feature.LookupListIndex:
                for rule in table.LookupList.Lookup[index].SubTable:
                    rule = getattr(rule, "ExtSubTable", rule)
                    replacement.update(getattr(rule, "mapping", {}))
    if found != set(features):
        sys.exit(f"the font has no feature {' '.join(set(features) - found)}")
    for cmap in font["cmap"].tables:
        cmap.cmap = {code: replacement.get(glyph, glyph) for code, glyph in cmap.cmap.items()}


def cut(path, code_points, features=()):
    font = TTFont(path, recalcTimestamp=False)
    if features:
        apply_features(font, features)
    options = subset.Options(layout_features=[], hinting=False, name_IDs=[0, 13], notdef_outline=True)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=code_points)
    cutter.subset(font)
    data = io.BytesIO()
    font.save(data)
    return data.getvalue()


def camel_case(name):
    return "".join(part.capitalize() for part in name.split("-"))


def read_icons(path, code_points, have):
    icons = []
    for place, words in data_lines(path):
        name = words[0]
        if code_points.get(name) not in have:
            sys.exit(f"{place}: the icon font has no icon '{name}'")
        icons.append((name, code_points[name]))
    return icons


def utf8_literal(code_point):
    return "".join(f"\\x{byte:02x}" for byte in chr(code_point).encode())


HEADER = """// Fonts that are built in, cut down to the glyphs of assets/fonts.txt and assets/icons.txt. Generated.
#pragma once

namespace mountscope {

struct EmbeddedFont {
    const unsigned char* data;
    unsigned size;
};

extern const EmbeddedFont %s;

}  // namespace mountscope
"""

ICONS = """// Icons of kFontIcons by name, as UTF-8. Generated from assets/icons.txt.
#pragma once

namespace mountscope {

%s
inline constexpr char16_t kIconFirst = 0x%04x;
inline constexpr char16_t kIconLast = 0x%04x;

}  // namespace mountscope
"""


def write_sources(out, fonts, icons):
    folder = out / "assets"
    folder.mkdir(parents=True, exist_ok=True)
    names = ", ".join(f"kFont{name}" for name, _ in fonts)
    (folder / "embedded_fonts.hpp").write_text(HEADER % names)
    with open(folder / "embedded_fonts.cpp", "w") as file:
        file.write('#include "assets/embedded_fonts.hpp"\n\nnamespace mountscope {\nnamespace {\n\n')
        for name, data in fonts:
            file.write(f"alignas(4) const unsigned char k{name}Bytes[{len(data)}] = {{\n")
            for start in range(0, len(data), 32):
                file.write(",".join(map(str, data[start : start + 32])) + ",\n")
            file.write("};\n\n")
        file.write("}  // namespace\n\n")
        for name, data in fonts:
            file.write(f"const EmbeddedFont kFont{name} = {{k{name}Bytes, {len(data)}}};\n")
        file.write("\n}  // namespace mountscope\n")
    lines = "".join(
        f'inline constexpr char kIcon{camel_case(name)}[] = "{utf8_literal(code)}";\n' for name, code in icons
    )
    codes = [code for _, code in icons]
    (folder / "icons.hpp").write_text(ICONS % (lines, min(codes), max(codes)))


def main():
    assets, modules, out = map(pathlib.Path, sys.argv[1:])
    faces, glyphs = read_font_list(assets / "fonts.txt")
    fonts = [(name, cut(modules / file, glyphs, features)) for name, file, features in faces]
    icon_file = modules / "lucide-static/font/lucide.ttf"
    code_points = json.loads((modules / "lucide-static/font/codepoints.json").read_text())
    icons = read_icons(assets / "icons.txt", code_points, set(TTFont(icon_file).getBestCmap()))
    fonts.append(("Icons", cut(icon_file, [code for _, code in icons])))
    write_sources(out, fonts, icons)
    sizes = ", ".join(f"{name} {len(data)}" for name, data in fonts)
    print(f"fonts: {sizes} bytes, {len(icons)} icons")


main()
