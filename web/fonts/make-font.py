"""Makes tickmark-sans.woff2 out of the full Geist variable font, and prints the numbers of its fallback.

    pip install fonttools brotli
    python3 make-font.py path/to/Geist-Variable.ttf

See README.md beside this file.
"""

import os
import sys

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

HERE = os.path.dirname(os.path.abspath(__file__))
TARGET = os.path.join(HERE, 'tickmark-sans.woff2')

# What people write here: names from all over Europe, numbers, a few signs and arrows.
CHARACTERS = (
    [*range(0x20, 0x7F), *range(0xA0, 0x180)]
    + [0x218, 0x219, 0x21A, 0x21B, 0x1E9E]  # Romanian S and T with comma, capital sharp s
    + [0x2010, 0x2011, 0x2013, 0x2014, 0x2018, 0x2019, 0x201A, 0x201C, 0x201D, 0x201E]
    + [0x2022, 0x2026, 0x2039, 0x203A, 0x20AC, 0x2122, 0x2190, 0x2191, 0x2192, 0x2193]
    + [0x2212, 0x2248, 0x2260, 0x2264, 0x2265, 0x2713]
)
FEATURES = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum', 'case']

# Frequency of letters in English text, with the space: the average width that decides line breaks.
TEXT = (
    ' ' * 1818 + 'e' * 1039 + 't' * 741 + 'a' * 668 + 'o' * 614 + 'i' * 570 + 'n' * 552 + 's' * 518 
    + 'h' * 498 + 'r' * 490 + 'd' * 348 + 'l' * 329 + 'c' * 228 + 'u' * 226 + 'm' * 197 + 'w' * 193 + 'f' * 182
    + 'g' * 165 + 'y' * 162 + 'p' * 158 + 'b' * 122 + 'v' * 80 + 'k' * 63 + 'j' * 13 + 'x' * 12 + 'q' * 8 + 'z' * 6
)

# What stands in until the font is there: units per em and the widths of the space and of a to z. Liberation Sans
# and Arimo have the widths of Arial, and the average of Roboto is within 0.3% of it: one fallback serves them all.
FALLBACKS = {
    'Arial, Liberation Sans, Arimo, Roboto': (
        2048,
        [569, 1139, 1139, 1024, 1139, 1139, 569, 1139, 1139, 455, 455, 1024, 455, 1706]
        + [1139, 1139, 1139, 1139, 682, 1024, 569, 1139, 1024, 1479, 1024, 1024, 1024],
    ),
    'DejaVu Sans': (
        2048,
        [651, 1255, 1300, 1126, 1300, 1260, 721, 1300, 1298, 569, 569, 1186, 569, 1995]
        + [1298, 1253, 1300, 1300, 842, 1067, 803, 1298, 1212, 1675, 1212, 1212, 1075],
    ),
}


def average(width_of):
    return sum(width_of(letter) for letter in TEXT) / len(TEXT)


def main(source):
    font = TTFont(source)

    options = subset.Options()
    options.layout_features = FEATURES
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.hinting = False
    options.notdef_outline = True
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=CHARACTERS)
    subsetter.subset(font)
    font = instancer.instantiateVariableFont(font, {'wght': (400, 400, 700)})

    font.flavor = 'woff2'
    font.save(TARGET)

    units = font['head'].unitsPerEm
    characters = font.getBestCmap()
    ours = average(lambda letter: font['hmtx'][characters[ord(letter)]][0]) / units
    head = font['hhea']
    print(f'{TARGET}: {os.path.getsize(TARGET)} bytes, {len(font.getGlyphOrder())} glyphs')
    print(f'missing: {[hex(c) for c in CHARACTERS if c not in characters]}')
    for name, (fallback_units, widths) in FALLBACKS.items():
        width_of = dict(zip(' abcdefghijklmnopqrstuvwxyz', widths, strict=True))
        adjust = ours / (average(lambda letter: width_of[letter]) / fallback_units)
        print(f'fallback on {name}:')
        print(f'  size-adjust: {adjust * 100:.2f}%;')
        print(f'  ascent-override: {head.ascent / units / adjust * 100:.2f}%;')
        print(f'  descent-override: {-head.descent / units / adjust * 100:.2f}%;')
        print(f'  line-gap-override: {head.lineGap / units / adjust * 100:.2f}%;')


if __name__ == '__main__':
    main(sys.argv[1])
