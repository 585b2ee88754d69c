import { execFile } from 'node:child_process';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { print } from '../bench/figures.ts';
import { launch, type Running } from '../server/testing/process.ts';
import { eventually } from './check.ts';

/** Debian's LemonLDAP::NG behind nginx, with its demonstration users: dwho and rtyler, whose passwords are their names. */

const ACCOUNT = 'www-data';
const INSTALLED = '/usr/share/lemonldap-ng/portal';
/** The portal's package does not depend on the last four; without one of them it does not start. */
const PACKAGES =
  'liblemonldap-ng-portal-perl lemonldap-ng-fastcgi-server nginx libgd-securityimage-perl libimage-magick-perl libio-string-perl libstring-random-perl';

const run = promisify(execFile);

/** Throws with what to do when something is missing. */
export const requireLemonldap = async (): Promise<void> => {
  const { stdout } = await run('dpkg', ['--status', ...PACKAGES.split(' ')]).catch((error: unknown) => {
    const command = `apt-get install --no-install-recommends ${PACKAGES}`;
    throw new Error(`Install LemonLDAP::NG: ${command}`, { cause: error });
  });
  if (process.getuid?.() !== 0) throw new Error('LemonLDAP::NG needs root, to run under its own account.');
  print(`LemonLDAP::NG ${/^Version: (.*)$/m.exec(stdout)?.[1]}`);
};

interface Registration {
  clientId: string;
  clientSecret: string;
  redirectAddress: string;
}

const configuration = (folder: string, issuer: string, client: Registration) => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const sessions = { Directory: join(folder, 'sessions'), LockDirectory: join(folder, 'sessions') };
  return {
    cfgNum: 1,
    // Without a date it counts as none.
    cfgDate: 1,
    portal: new URL('/', issuer).href,
    domain: new URL(issuer).hostname,
    locationRules: {},
    authentication: 'Demo',
    userDB: 'Same',
    globalStorage: 'Apache::Session::File',
    globalStorageOptions: sessions,
    persistentStorage: 'Apache::Session::File',
    persistentStorageOptions: sessions,
    localSessionStorageOptions: { namespace: 'sessions', cache_root: join(folder, 'cache') },
    issuerDBOpenIDConnectActivation: 1,
    oidcServiceMetaDataIssuer: issuer,
    oidcServicePrivateKeySig: privateKey,
    oidcServicePublicKeySig: publicKey,
    oidcServiceKeyIdSig: randomUUID(),
    oidcRPMetaDataOptions: {
      tickmark: {
        oidcRPMetaDataOptionsClientID: client.clientId,
        oidcRPMetaDataOptionsClientSecret: client.clientSecret,
        oidcRPMetaDataOptionsRedirectUris: client.redirectAddress,
        oidcRPMetaDataOptionsIDTokenSignAlg: 'RS256',
        oidcRPMetaDataOptionsBypassConsent: 1,
      },
    },
    oidcRPMetaDataExportedVars: { tickmark: { email: 'mail', name: 'cn' } },
  };
};

const iniFile = (folder: string): string => `[all]
logLevel = warn
[configuration]
type = File
dirName = ${folder}
[portal]
staticPrefix = /static
templateDir = ${INSTALLED}/templates
`;

/** The issuer has a folder of its own, as behind a proxy for several services. */
const nginxFile = (folder: string, { host, pathname }: URL): string => `daemon off;
user ${ACCOUNT};
pid ${folder}/nginx.pid;
error_log stderr;
events {}
http {
  include /etc/nginx/mime.types;
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  server {
    listen ${host};
    root ${INSTALLED}/htdocs;
    location /static/ {}
    location /javascript/ { alias /usr/share/javascript/; }
    location ${pathname} { rewrite ^${pathname}(.*)$ /$1 last; }
    location / {
      include /etc/nginx/fastcgi_params;
      fastcgi_param SCRIPT_NAME "";
      fastcgi_param PATH_INFO $uri;
      fastcgi_param REQUEST_URI $uri$is_args$args;
      fastcgi_param LLTYPE portal;
      fastcgi_pass unix:${folder}/portal.sock;
    }
  }
}
`;

const end = async ({ process: child, ended }: Running): Promise<void> => {
  child.kill('SIGTERM');
  await ended;
};

/** Each time with new keys, and with nobody signed in. Returns how to stop it. */
export const startLemonldap = async (
  within: string,
  issuer: string,
  client: Registration,
): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(within, 'lemonldap-'));
  await mkdir(join(folder, 'sessions'));
  await writeFile(join(folder, 'lmConf-1.json'), JSON.stringify(configuration(folder, issuer, client)));
  await writeFile(join(folder, 'lemonldap-ng.ini'), iniFile(folder));
  await writeFile(join(folder, 'nginx.conf'), nginxFile(folder, new URL(issuer)));
  await run('chown', ['-R', `${ACCOUNT}:`, folder]);
  const settings = {
    LLNG_DEFAULTCONFFILE: join(folder, 'lemonldap-ng.ini'),
    LLNG_DEFAULTLOGGER: 'Lemonldap::NG::Common::Logger::Std',
    USER: ACCOUNT,
    GROUP: ACCOUNT,
    SOCKET: join(folder, 'portal.sock'),
    PID: join(folder, 'portal.pid'),
    NPROC: '1',
  };
  // Given a socket as its input, which Node's pipes are, it would take it for the web server.
  const portal = await launch(settings, [
    '/bin/sh',
    '-c',
    'exec /usr/sbin/llng-fastcgi-server --foreground </dev/null',
  ]);
  const nginx = await launch({}, ['/usr/sbin/nginx', '-c', join(folder, 'nginx.conf')]);
  const stop = async () => {
    await end(nginx);
    await end(portal);
  };
  const isFound = async () =>
    (await fetch(`${issuer}.well-known/openid-configuration`).catch(() => undefined))?.ok === true;
  await eventually(isFound, 'LemonLDAP::NG answers').catch(async (error: unknown) => {
    await stop();
    throw new Error(portal.output().slice(0, 3000), { cause: error });
  });
  return stop;
};
