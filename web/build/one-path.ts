/** An element of an icon, as lucide-react lists them. */
export type IconNode = [tag: string, attributes: Record<string, string>];

/**
 * The lines of an icon as the one path they can be: a list of a hundred rows has a thousand elements less, and an icon
 * is half as long to send. What cannot be said so is an error, for the picture would be another.
 */
export function onePath(nodes: readonly IconNode[]): string {
  return nodes.map(([tag, attributes]) => pathOf(tag, attributes)).join('');
}

const SHAPES: Record<
  string,
  { takes: string[]; draw: (value: (name: string) => number, text: string) => string }
> = {
  circle: {
    takes: ['cx', 'cy', 'r'],
    draw: (value) => {
      const r = value('r');
      return `M${value('cx') - r} ${value('cy')}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
    },
  },
  line: {
    takes: ['x1', 'x2', 'y1', 'y2'],
    draw: (value) => `M${value('x1')} ${value('y1')}L${value('x2')} ${value('y2')}`,
  },
  rect: {
    takes: ['x', 'y', 'width', 'height', 'rx', 'ry'],
    draw: (value) => {
      const [width, height] = [value('width'), value('height')];
      const r = value('rx') || value('ry');
      const corner = (x: number, y: number) => (r === 0 ? '' : `a${r} ${r} 0 0 1 ${x} ${y}`);
      const across = width - 2 * r;
      const down = height - 2 * r;
      return `M${value('x') + r} ${value('y')}h${across}${corner(r, r)}v${down}${corner(-r, r)}h${-across}${corner(-r, -r)}v${-down}${corner(r, -r)}z`;
    },
  },
  polyline: { takes: ['points'], draw: (_, text) => `M${text}` },
  path: { takes: ['d'], draw: (_, text) => absoluteStart(text) },
};

function pathOf(tag: string, attributes: Record<string, string>): string {
  const shape = SHAPES[tag];
  // A dot is filled by the width of its own line.
  const isDot = tag === 'circle' && Number(attributes['r']) <= 1;
  const takes = ['key', ...(isDot ? ['fill'] : []), ...(shape?.takes ?? [])];
  const strange = Object.keys(attributes).filter((name) => !takes.includes(name));
  if (!shape || strange.length > 0) throw new Error(`Cannot be one path: ${tag} ${strange.join(' ')}`);
  const text = attributes[shape.takes[0] ?? ''] ?? '';
  return shape.draw((name) => Number(attributes[name] ?? 0), text);
}

const START = /^m\s*([+-]?(?:\d+\.?\d*|\.\d+))[\s,]*([+-]?(?:\d+\.?\d*|\.\d+))[\s,]*/;

/** A path may begin with a relative move, which after another path would not begin where it should. */
function absoluteStart(d: string): string {
  const start = START.exec(d);
  if (!start) return d;
  const rest = d.slice(start[0].length);
  // Pairs after the first are lines, relative as the move was.
  return `M${start[1]} ${start[2]}${/^[\d.+-]/.test(rest) ? 'l' : ''}${rest}`;
}
