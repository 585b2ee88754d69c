import fc from 'fast-check';
import type { Endpoint } from '../../contract/endpoint.ts';
import { ADDRESSES, type Address, api } from '../../contract/index.ts';
import { inputsOf } from './inputs.ts';
import { type Kind, placeholder } from './known.ts';
import { type Spoil, VALUE_SPOILS } from './spoil-value.ts';
import { WIRE_SPOILS } from './spoil-wire.ts';
import { FILES, type UploadPlan } from './upload-bodies.ts';

/** A request in words: enough to send it again, and to read it. */
export interface Plan {
  address: Address;
  /** Who sends it; which token that is, the world knows. */
  caller: string;
  target: { params: Record<string, unknown>; query: Record<string, unknown> };
  body: unknown;
  upload: UploadPlan | undefined;
  /** In this order. Without any the request is a well-meant one. */
  spoils: Spoil[];
}

const spoil = fc.record({
  name: fc.constantFrom(...Object.keys(VALUE_SPOILS), ...Object.keys(WIRE_SPOILS)),
  n: fc.nat(10_000),
  m: fc.nat(10_000),
  value: fc.jsonValue({ maxDepth: 2 }),
});

type Fields = Record<string, unknown>;

const fieldsOf = (schema: Endpoint['params']): fc.Arbitrary<Fields> =>
  schema ? (inputsOf(schema) as fc.Arbitrary<Fields>) : fc.constant({});

/** Where a call goes: by its parameters and its query, which for a signed address belong together. */
const targetOf = (address: Address): fc.Arbitrary<{ params: Fields; query: Fields }> => {
  const endpoint: Endpoint = api[address];
  const any = fc.record({ params: fieldsOf(endpoint.params), query: fieldsOf(endpoint.query) });
  if (endpoint.access !== 'signature') return any;
  const kind: Kind = address.endsWith('/thumbnail') ? 'thumbnailSignature' : 'signature';
  const signed = fc.nat(40).map((n) => ({
    params: { public_id: placeholder('publicId', n) },
    query: { expires: placeholder('expires', n), signature: placeholder(kind, n) },
  }));
  return fc.oneof(signed, any);
};

const upload: fc.Arbitrary<UploadPlan> = fc.record({
  file: fc.oneof(fc.constantFrom('png', 'gif', 'pdf'), fc.constantFrom(...Object.keys(FILES))),
  filename: fc.nat(50),
  odd: fc.oneof({ arbitrary: fc.constant(0), weight: 2 }, fc.nat(50)),
});

// A third of all is well meant: what is never let in never gets to where the harm is.
const spoils: fc.Arbitrary<Spoil[]> = fc.oneof(
  { arbitrary: fc.constant<Spoil[]>([]), weight: 1 },
  { arbitrary: fc.array(spoil, { minLength: 1, maxLength: 3 }), weight: 2 },
);

const planOf = (address: Address, caller: fc.Arbitrary<string>): fc.Arbitrary<Plan> => {
  const endpoint: Endpoint = api[address];
  const body = endpoint.json ?? endpoint.form ?? endpoint.multipart;
  return fc.record({
    address: fc.constant(address),
    caller,
    target: targetOf(address),
    body: body ? inputsOf(body) : fc.constant(undefined),
    upload: endpoint.multipart ? upload : fc.constant(undefined),
    spoils,
  });
};

export interface CallersOf {
  (address: Address): { admitted: readonly string[]; others: readonly string[] };
}

/** Requests to every call alike. Callers who may make it are likelier than the others. */
export const plans = (callersOf: CallersOf): fc.Arbitrary<Plan> =>
  fc.oneof(
    ...ADDRESSES.map((address) => {
      const { admitted, others } = callersOf(address);
      const may = { arbitrary: fc.constantFrom(...admitted), weight: 4 };
      const caller = others.length === 0 ? may.arbitrary : fc.oneof(may, fc.constantFrom(...others));
      return planOf(address, caller);
    }),
  );
