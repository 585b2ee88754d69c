import { KEYS, VALUES } from './values.ts';

/** Makes one change to a valid request; the numbers choose the place and the value. */
export interface Mutation {
  name: string;
  /** Chooses a place, a length, an item of a list. */
  n: number;
  m: number;
  /** Something made up. */
  value: unknown;
}

export const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

type Holder = Record<string, unknown> | unknown[];
interface Place {
  holder: Holder;
  key: string | number;
}

const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null;
const valueAt = ({ holder, key }: Place): unknown => (holder as Record<string | number, unknown>)[key];
const put = ({ holder, key }: Place, value: unknown): void => {
  if (Array.isArray(holder) && !Object.hasOwn(holder, key)) holder.push(value);
  // Not by assignment, which would change the prototype for one of the keys.
  else if (!(Array.isArray(holder) && key === 'length'))
    Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
};

/** Every place in the tree; the whole is the first. */
const placesIn = (root: { whole: unknown }): Place[] => {
  const places: Place[] = [{ holder: root, key: 'whole' }];
  for (let index = 0; index < places.length && places.length < 200; index += 1) {
    const value = valueAt(places[index] as Place);
    if (!isHolder(value)) continue;
    for (const key of Object.keys(value)) places.push({ holder: value, key });
  }
  return places;
};

/** More than any call takes. */
const MAX_LENGTH = 4_000_000;

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');

const hostileValue = (n: number): unknown => pick(Object.values(VALUES), n)();

/** What can be done to the value that is sent, at any depth. */
export const VALUE_MUTATIONS: Record<string, (place: Place, mutation: Mutation) => void> = {
  'replaced by a hostile value': (place, { m }) => put(place, hostileValue(m)),
  'replaced by something': (place, { value }) => put(place, value),
  'left out': ({ holder, key }) => {
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else delete holder[key];
  },
  'a key more': (place, { m, value }) => {
    const holder = valueAt(place);
    put({ holder: isHolder(holder) ? holder : place.holder, key: pick(KEYS, m) }, value);
  },
  'in a list': (place) => put(place, [valueAt(place)]),
  'in an object': (place, { m }) => put(place, { [pick(KEYS, m)]: valueAt(place) }),
  'as text': (place) => put(place, textOf(valueAt(place))),
  negated: (place) => put(place, -Number(textOf(valueAt(place)))),
  'a little more': (place) => {
    const value = valueAt(place);
    put(place, typeof value === 'number' ? value + 0.5 : `${textOf(value)}\0`);
  },
  'followed by a hostile value': (place, { m }) =>
    put(place, `${textOf(valueAt(place))}${textOf(hostileValue(m))}`),
  'in capitals': (place) => put(place, textOf(valueAt(place)).toUpperCase()),
  'many times': (place, { m }) => {
    const value = valueAt(place);
    // Many times as many times would be too much for us before it is too much for anybody else.
    const room = Math.max(1, Math.floor(MAX_LENGTH / (textOf(value).length + 1)));
    const times = Math.min(pick([2, 60, 700, 6000], m), room);
    put(place, typeof value === 'string' ? value.repeat(times) : Array.from({ length: times }, () => value));
  },
};

/** The value with this done to it; the given one stays as it is. */
export const mutateValue = (value: unknown, mutation: Mutation): unknown => {
  const root = { whole: structuredClone(value) };
  const places = placesIn(root);
  VALUE_MUTATIONS[mutation.name]?.(pick(places, mutation.n), mutation);
  return root.whole;
};
