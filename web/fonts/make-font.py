"""Makes tickmark-sans.woff2 out of the full Geist variable font.

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

    characters = font.getBestCmap()
    print(f'{TARGET}: {os.path.getsize(TARGET)} bytes, {len(font.getGlyphOrder())} glyphs')
    print(f'missing: {[hex(c) for c in CHARACTERS if c not in characters]}')


if __name__ == '__main__':
    main(sys.argv[1])
