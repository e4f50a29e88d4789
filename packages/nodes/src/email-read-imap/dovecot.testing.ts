import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import { serverCertificate } from '../connections/certificates.testing.ts';
import { startProgram } from '../connections/server-process.testing.ts';

/** Dovecot on the loopback, with TLS on request; anybody signs in with `secret` and has a mailbox of their own. */
export const startDovecot = async (path: string) => {
  const server = await startProgram(path, async ({ folder, port }) => {
    const own = userInfo();
    const isSuperuser = own.uid === 0;
    // The superuser's server runs as others, which the package has made; `mail` is there in every Debian.
    const { uid, gid } = isSuperuser ? { uid: 8, gid: 8 } : own;
    const runsAs = isSuperuser
      ? { internal: 'dovecot', login: 'dovenull' }
      : { internal: own.username, login: own.username };
    await chmod(folder, 0o755);
    await mkdir(join(folder, 'mail'));
    await chown(join(folder, 'mail'), uid, gid);
    await writeFile(join(folder, 'cert.pem'), serverCertificate.cert);
    await writeFile(join(folder, 'key.pem'), serverCertificate.key);
    const config = join(folder, 'dovecot.conf');
    await writeFile(
      config,
      `
protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
default_internal_user = ${runsAs.internal}
default_login_user = ${runsAs.login}
first_valid_uid = 1
mail_location = maildir:${folder}/mail/%u
mail_uid = ${uid}
mail_gid = ${gid}
disable_plaintext_auth = no
ssl = yes
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}/mail/%u
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
`,
    );
    return ['-F', '-c', config];
  });
  const credentialOf = (user: string) => ({
    host: '127.0.0.1',
    port: server.port,
    secure: false,
    user,
    password: 'secret',
    allowUnauthorizedCerts: true,
  });
  /** A client of a user; it is closed by whoever asks for it. */
  const connect = async (user: string): Promise<ImapFlow> => {
    const client = new ImapFlow({
      host: '127.0.0.1',
      port: server.port,
      secure: false,
      tls: { rejectUnauthorized: false },
      auth: { user, pass: 'secret' },
      logger: false,
    });
    await client.connect();
    await client.mailboxOpen('INBOX');
    return client;
  };
  return { ...server, credentialOf, connect };
};
