import { z } from 'zod';
import { type Endpoint, splitAddress } from '../../contract/endpoint.ts';
import { errorBody } from '../../contract/errors.ts';
import { ADDRESSES, api } from '../../contract/index.ts';
import type { Access } from '../../domain/permissions.ts';
import { VERSION } from '../version.ts';

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

const BODY_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
} as const;

const parametersOf = (schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] => {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Json;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
};

const bodyOf = (endpoint: Endpoint): Json => {
  for (const [kind, type] of Object.entries(BODY_TYPES)) {
    const schema = endpoint[kind as keyof typeof BODY_TYPES];
    if (schema)
      return { requestBody: { required: true, content: { [type]: { schema: schemaOf(schema, 'input') } } } };
  }
  return {};
};

const answerOf = ({ response, tagged }: Endpoint): Json => {
  if (response === null) return { 204: { description: 'Done.' } };
  if (response === 'redirect') return { 302: { description: 'Leads to another address.' } };
  const content =
    response === 'binary'
      ? { 'application/octet-stream': {} }
      : { 'application/json': { schema: schemaOf(response, 'output') } };
  const unchanged = tagged && { 304: { description: 'As it was when the tag in If-None-Match was given.' } };
  return { 200: { description: 'Done.', content }, ...unchanged };
};

const SECURITY: Partial<Record<Access, Json[]>> = {
  public: [],
  anyone: [{}, { bearer: [] }],
  signature: [],
  trackerOrGuest: [{}, { bearer: [] }],
  platformAdmin: [{ adminPassword: [] }],
  schoolManager: [{ adminPassword: [] }, { bearer: [] }],
};

/** The contract as OpenAPI 3.1, for people who want to use the API from elsewhere. */
export const openApiDocument = (): Json => {
  const paths: Record<string, Json> = {};
  for (const address of ADDRESSES) {
    const endpoint: Endpoint = api[address];
    const { method, path } = splitAddress(address);
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        summary: endpoint.summary,
        security: SECURITY[endpoint.access] ?? [{ bearer: [] }],
        parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
        ...bodyOf(endpoint),
        responses: { ...answerOf(endpoint), default: { $ref: '#/components/responses/Error' } },
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tickmark',
      version: VERSION,
      description: 'Every IB past paper you have done, in one place.',
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        adminPassword: { type: 'apiKey', in: 'header', name: 'X-Admin-Password' },
      },
      responses: {
        Error: {
          description: 'What went wrong, in words.',
          content: { 'application/json': { schema: schemaOf(errorBody, 'output') } },
        },
      },
    },
  };
};
