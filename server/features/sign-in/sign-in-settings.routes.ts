import { entraIssuer, GOOGLE_ISSUER } from '../../../domain/sign-in.ts';
import type { Context } from '../../context.ts';
import { writeAudit } from '../../db/audit.queries.ts';
import type { Handlers } from '../../http/answer.ts';
import { HttpError, notFound, unprocessable } from '../../http/errors.ts';
import { getSchool } from '../platform-admin/schools.queries.ts';
import { isAllowedIssuer } from './provider.ts';
import { seal, unseal } from './sealed.ts';
import {
  deleteSettings,
  findSettings,
  holdSettings,
  type SignInRow,
  saveSettings,
} from './sign-in.queries.ts';
import { redirectAddress } from './sign-in.routes.ts';

export const signInSettingsRoutes = ({ db, settings }: Context) => {
  const shown = async (row: SignInRow | undefined) => {
    if (!row) return null;
    const { client_secret: sealed, last_test: lastTest, ...rest } = row;
    const hasSecret = (await unseal(db, row.school_id, sealed)) !== undefined;
    return { ...rest, has_secret: hasSecret, last_test: lastTest ?? [] };
  };

  return {
    'GET /admin/schools/{schoolId}/sign-in': async ({ params: { schoolId }, request }) => {
      await getSchool(db, schoolId);
      return {
        redirect_address: redirectAddress(settings.publicUrl, request),
        settings: await shown(await findSettings(db, schoolId)),
      };
    },

    'PUT /admin/schools/{schoolId}/sign-in': async ({ params: { schoolId }, json, request }) => {
      const tenant = json.kind === 'entra' ? json.tenant : null;
      const issuer = {
        google: () => GOOGLE_ISSUER,
        entra: () => entraIssuer(tenant ?? ''),
        other: () => ('issuer' in json ? json.issuer : ''),
      }[json.kind]();
      if (!isAllowedIssuer(issuer, settings)) throw unprocessable('Issuer must be an https address.');
      const sealed =
        json.client_secret === undefined ? undefined : await seal(db, schoolId, json.client_secret);
      await db.transaction(async (tx) => {
        await getSchool(tx, schoolId);
        const before = await holdSettings(tx, schoolId);
        const secret = sealed ?? before?.client_secret;
        if (!secret) throw unprocessable('Client secret is required.');
        // Otherwise a secret that is never shown could be sent to whoever asks for it.
        const isSameProvider = before?.kind === json.kind && before.issuer === issuer;
        if (!sealed && !isSameProvider) {
          throw unprocessable('Client secret has to be typed again for another provider.');
        }
        const clientId = json.client_id.trim();
        const isSame = isSameProvider && !sealed && before.client_id === clientId;
        const isTested = isSame && before.tested_at !== null;
        const switched = (['makes_students', 'only_sign_in'] as const).filter(
          (name) => json[name] !== (before?.[name] ?? false),
        );
        if (!isTested && switched.some((name) => json[name]))
          throw new HttpError(409, 'Test the sign-in first.');
        if (isSame && switched.length === 0) return;
        await saveSettings(tx, {
          school_id: schoolId,
          kind: json.kind,
          issuer,
          tenant,
          client_id: clientId,
          client_secret: secret,
          makes_students: json.makes_students,
          only_sign_in: json.only_sign_in,
          isSame,
        });
        await writeAudit(tx, {
          actor: 'platform_admin',
          action: 'sign_in_changed',
          schoolId,
          details: {
            ...(!isSame && { kind: json.kind, on: false }),
            ...Object.fromEntries(switched.map((name) => [name, json[name]])),
          },
        });
      });
      return {
        redirect_address: redirectAddress(settings.publicUrl, request),
        settings: await shown(await findSettings(db, schoolId)),
      };
    },

    'DELETE /admin/schools/{schoolId}/sign-in': async ({ params: { schoolId } }) => {
      await db.transaction(async (tx) => {
        if ((await deleteSettings(tx, schoolId)) === 0) throw notFound();
        await writeAudit(tx, { actor: 'platform_admin', action: 'sign_in_removed', schoolId });
      });
      return undefined;
    },
  } satisfies Handlers;
};
