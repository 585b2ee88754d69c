import { parseSync } from 'vite';

/** Code as a tree, as far as guards are concerned. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

export const parse = (file: string, source: string): Node => {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  return program as unknown as Node;
};

/** Calls back for every node, outer ones first. */
export const visit = (node: Node, callback: (node: Node) => void): void => {
  callback(node);
  for (const value of Object.values(node)) {
    for (const part of Array.isArray(value) ? value : [value]) if (isNode(part)) visit(part, callback);
  }
};

/** The name of what is called, `throttle.hit` for a method; undefined for anything that is no call. */
export const calleeOf = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined;
  if (node.type === 'AwaitExpression') return calleeOf(node['argument']);
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return undefined;
  const callee = node['callee'];
  if (!isNode(callee)) return undefined;
  if (callee.type === 'Identifier') return String(callee['name']);
  const { object, property } = callee as { object?: unknown; property?: unknown };
  if (callee.type !== 'MemberExpression' || !isNode(object) || !isNode(property)) return undefined;
  return `${String(object['name'])}.${String(property['name'])}`;
};
