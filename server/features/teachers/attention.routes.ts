import type { Context } from '../../context.ts';
import { type Handlers, RawJson, SUCCESS } from '../../http/answer.ts';
import { notFound } from '../../http/errors.ts';
import { getAttentionJson, setStudentAside } from './attention.queries.ts';

/** Who needs attention, by plain rules (docs/decisions/052-attention.md). */
export const attentionRoutes = ({ db }: Context) =>
  ({
    'GET /teachers/attention': async ({ user }) => new RawJson(await getAttentionJson(db, user.id)),

    'PUT /teachers/students/{id}/set-aside': async ({ user, params, json, recorded }) => {
      const changed = await recorded(db, (tx) => setStudentAside(tx, params.id, user.id, json.is_set_aside));
      if (changed === 0) throw notFound();
      return SUCCESS;
    },
  }) satisfies Handlers;
