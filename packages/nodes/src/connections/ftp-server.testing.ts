import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { startProgram } from './server-process.testing.ts';

const isSuperuser = userInfo().uid === 0;

/** vsftpd on the loopback, where `anonymous` may do anything in the folder `files`, which the server calls `root`. */
export const startVsftpd = async (path: string) => {
  const server = await startProgram(path, async ({ folder, port }) => {
    const [top, files, empty] = ['top', 'top/files', 'empty'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    await mkdir(files, { recursive: true });
    await mkdir(empty);
    // Whom it runs as for those who come is not who started it.
    await chmod(folder, 0o755);
    await chmod(files, 0o777);
    const settings = {
      listen: 'YES',
      listen_address: '127.0.0.1',
      listen_port: port,
      background: 'NO',
      anonymous_enable: 'YES',
      local_enable: 'NO',
      write_enable: 'YES',
      anon_root: top,
      anon_upload_enable: 'YES',
      anon_mkdir_write_enable: 'YES',
      anon_other_write_enable: 'YES',
      anon_world_readable_only: 'NO',
      anon_umask: '022',
      ftp_username: isSuperuser ? 'daemon' : userInfo().username,
      nopriv_user: 'nobody',
      run_as_launching_user: isSuperuser ? 'NO' : 'YES',
      no_anon_password: 'YES',
      secure_chroot_dir: empty,
      seccomp_sandbox: 'NO',
    };
    const config = join(folder, 'vsftpd.conf');
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    await writeFile(config, lines.join(''));
    return [config];
  });
  const files = join(server.folder, 'top', 'files');
  return {
    ...server,
    files,
    root: isSuperuser ? '/files' : files,
    credential: { host: '127.0.0.1', port: server.port, username: 'anonymous', password: 'x' },
  };
};
