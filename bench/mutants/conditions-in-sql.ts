import { type Mutant, makeMutant } from './mutant.ts';
import { type Node, parse, visit } from './syntax.ts';

/**
 * Conditions in SQL, taken away one at a time: `user_id = $1` becomes `(user_id = $1 or true)`, so that PostgreSQL
 * still knows the type of every parameter.
 */

interface Token {
  text: string;
  start: number;
  end: number;
}

const TOKEN =
  /'(?:[^']|'')*'|"[^"]*"|\$\{(?:[^{}]|\{[^}]*\})*\}|\$\d+|[A-Za-z_][\w.]*|::|[<>!]=|<>|->>?|\|\||\s+|--[^\n]*|./gs;

const tokenise = (sql: string, offset: number): Token[] => {
  const tokens: Token[] = [];
  for (const match of sql.matchAll(TOKEN)) {
    const [text] = match;
    if (/^(\s|--)/.test(text)) continue;
    tokens.push({
      text: text.toLowerCase(),
      start: offset + match.index,
      end: offset + match.index + text.length,
    });
  }
  return tokens;
};

/** Words at which a condition is over. */
const ENDS = new Set(
  (
    'where on group order limit returning union for left right inner join cross from set do window having then else ' +
    'loop into as when using select ;'
  ).split(' '),
);

const OPEN = new Set(['(', '[', 'case']);
const CLOSE = new Set([')', ']', 'end']);

/** How far a condition reaches that starts at this token. */
const endOf = (tokens: Token[], from: number): number => {
  let depth = 0;
  for (let index = from; index < tokens.length; index += 1) {
    const { text } = tokens[index] as Token;
    if (OPEN.has(text)) depth += 1;
    else if (CLOSE.has(text)) {
      if (depth === 0) return index;
      depth -= 1;
    } else if (depth === 0 && text === 'from' && tokens[index - 1]?.text === 'distinct') continue;
    else if (depth === 0 && ENDS.has(text)) return index;
    // A list of tables goes on after a comma; a condition does not.
    else if (depth === 0 && text === ',') return index;
  }
  return tokens.length;
};

const split = (tokens: Token[], word: string): Token[][] => {
  const parts: Token[][] = [[]];
  let depth = 0;
  let isBetween = false;
  for (const token of tokens) {
    if (OPEN.has(token.text)) depth += 1;
    if (CLOSE.has(token.text)) depth -= 1;
    if (depth === 0 && token.text === 'between') isBetween = true;
    if (depth === 0 && token.text === word && !(isBetween && word === 'and')) parts.push([]);
    else {
      if (token.text === 'and') isBetween = false;
      parts.at(-1)?.push(token);
    }
  }
  return parts;
};

/** The conditions that all have to hold, at any depth of `and` and `or`. */
const atomsOf = (tokens: Token[]): Token[][] => {
  for (const word of ['or', 'and']) {
    const parts = split(tokens, word);
    if (parts.length > 1) return parts.flatMap(atomsOf);
  }
  const isWrapped = tokens[0]?.text === '(' && tokens.at(-1)?.text === ')' && tokens[1]?.text !== 'select';
  // `(a) = (b)` starts and ends with a parenthesis too.
  return isWrapped && endOf(tokens, 1) === tokens.length - 1 ? atomsOf(tokens.slice(1, -1)) : [tokens];
};

/** Every condition of a text. A text that starts like a condition is one: a piece that several statements share. */
const conditionsIn = (tokens: Token[]): Token[][] => {
  const isPiece = !/^(select|insert|update|delete|with|create|truncate|lock)$/.test(tokens[0]?.text ?? '');
  const starts = tokens.flatMap(({ text }, index) => {
    const isCondition = text === 'where' || (text === 'on' && tokens[index + 1]?.text !== 'conflict');
    return isCondition ? [index + 1] : [];
  });
  if (isPiece && /^(=|is|<|>|<>|in|like|ilike)$/.test(tokens[1]?.text ?? '')) starts.unshift(0);
  if (tokens[0]?.text === 'and') starts.unshift(1);
  return starts.flatMap((start) => atomsOf(tokens.slice(start, endOf(tokens, start))));
};

/** Columns that say whose something is, who somebody is, or whether it still holds. */
const OWNERSHIP =
  /\b(id|user_id|teacher_id|student_id|school_id|actor_id|target_id|public_id|token_hash|email|username_key|username_look|role|status|declined_at|expires_at|password_hash|domain_pattern|subject_id|key|completion_key)\b/;
/** A search, a page, a filter that may be left out. */
const CHOICE = /\bi?like\b|\$\d+::\w+ is null|coalesce\(\$\d/;

const inText = (file: string, source: string, start: number, end: number): Mutant[] =>
  conditionsIn(tokenise(source.slice(start, end), start)).flatMap((atom) => {
    const [first, last] = [atom[0], atom.at(-1)];
    // A shared piece is tried where it stands.
    if (!first || !last || first.text.startsWith('${')) return [];
    const condition = source.slice(first.start, last.end);
    if (!OWNERSHIP.test(condition) || CHOICE.test(condition)) return [];
    const replacement = `(${condition} or true)`;
    return [makeMutant(source, { file, kind: 'condition', start: first.start, end: last.end, replacement })];
  });

const isSql = (text: string): boolean => /\b(where|on|from|=|is)\b|=/i.test(text);

/** Every condition in the statements of a file of queries. */
export const findConditions = (file: string, source: string): Mutant[] => {
  const mutants: Mutant[] = [];
  visit(parse(file, source), (node: Node) => {
    // A statement, or a condition that is handed to one.
    const isText =
      node.type === 'TemplateLiteral' ||
      (node.type === 'Literal' && String(node['value']).startsWith('and '));
    if (!isText) return;
    const [start, end] = [node.start + 1, node.end - 1];
    if (isSql(source.slice(start, end))) mutants.push(...inText(file, source, start, end));
  });
  return mutants;
};

/** Every condition in these functions of a migration. */
export const findConditionsOfFunctions = (file: string, source: string, names: RegExp): Mutant[] =>
  [...source.matchAll(/create (?:or replace )?function (\w+)[\s\S]*?\$\$([\s\S]*?)\$\$/g)]
    .filter((match) => names.test(match[1] ?? ''))
    .flatMap((match) => {
      const start = match.index + match[0].indexOf('$$') + 2;
      return inText(file, source, start, start + (match[2] ?? '').length);
    });
