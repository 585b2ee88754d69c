import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';

/** PostgreSQL's details quote the row that it refuses: names and addresses, which are not for a log. */
const withoutRows = (error: Error): Record<string, unknown> => {
  const {
    detail: _detail,
    where: _where,
    aggregateErrors: _several,
    ...rest
  } = stdSerializers.err(error) as Record<string, unknown>;
  const several = error instanceof AggregateError ? (error.errors as Error[]) : undefined;
  return { ...rest, ...(several && { aggregateErrors: several.map(withoutRows) }) };
};

/** One JSON line for each event, to the standard output. */
export const createLog = (level: string, stream?: DestinationStream): Logger => {
  const options = { level, base: null, serializers: { err: withoutRows } };
  return stream ? pino(options, stream) : pino(options);
};
