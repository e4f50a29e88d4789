/** Servers that tests start: found where the system has them, installed where it is Debian's. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './setup.mjs';

/** Each program and the package that brings it. */
const packages = {
  mariadbd: 'mariadb-server',
  'redis-server': 'redis-server',
  dovecot: 'dovecot-imapd',
  sshd: 'openssh-server',
  vsftpd: 'vsftpd',
};

const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/** @returns the path of a program; undefined if the system has none */
export const findProgram = (name) => folders.map((folder) => join(folder, name)).find((path) => existsSync(path));

/** The paths of those that the system has, by their names. */
export const installedPrograms = () =>
  Object.fromEntries(Object.keys(packages).flatMap((name) => (findProgram(name) ? [[name, findProgram(name)]] : [])));

const missing = () => Object.keys(packages).filter((name) => !findProgram(name));

/** Runs a command as the superuser, as far as this user may. @returns its exit code */
export const runAsRoot = async (...command) => {
  const [program, ...args] = process.getuid() === 0 ? command : ['sudo', '-n', ...command];
  return run(program, args).catch(() => 1);
};

/** Installs what is missing, without starting any of it. */
export const ensurePrograms = async () => {
  if (missing().length === 0 || process.platform !== 'linux') return;
  console.log(`Installing ${missing().join(', ')}…`);
  await runAsRoot('apt-get', 'update', '-qq');
  const quiet = ['env', 'DEBIAN_FRONTEND=noninteractive', 'RUNLEVEL=1'];
  await runAsRoot(...quiet, 'apt-get', 'install', '-y', '-qq', ...missing().map((name) => packages[name]));
  if (missing().length > 0) console.log(`Not to be had: ${missing().join(', ')}. Tests that need them do not run.`);
};
