import { Button } from '@mantine/core';
import type { InstalledPackage } from '@millrace/contract';
import { useQueryClient } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/errors.ts';
import { refreshNodeTypes } from '../../api/node-types.ts';
import { confirm } from '../../dialogs/stack.ts';
import { t } from '../../messages/packages.ts';
import table from '../../ui/Table.module.css';
import { showError, showSuccess } from '../../ui/toasts.ts';
import type { InstallRequest } from './InstallDialog.tsx';
import classes from './PackagesScreen.module.css';
import { packagesQuery } from './queries.ts';
import { ReachList } from './ReachList.tsx';

const remove = async ({ name, workflows }: InstalledPackage): Promise<void> => {
  const isSure = await confirm({
    title: t('packages.remove.title', { name }),
    message: workflows > 0 ? t('packages.remove.used', { count: workflows }) : t('packages.remove.unused'),
    confirm: t('packages.remove'),
    danger: true,
  });
  if (!isSure) return;
  try {
    await client.packages.remove({ query: { name } });
    showSuccess(t('packages.removed', { name }));
    refreshNodeTypes();
  } catch (error) {
    showError(t('packages.remove.failed'), describeError(error));
  }
};

export const PackagesTable = ({
  packages,
  isEnabled,
  onRequest,
}: {
  packages: readonly InstalledPackage[];
  isEnabled: boolean;
  onRequest: (request: InstallRequest) => void;
}) => {
  const queries = useQueryClient();
  const removeAndLook = (one: InstalledPackage) =>
    remove(one).then(() => queries.invalidateQueries({ queryKey: packagesQuery.queryKey }));
  return (
    <div className={table.scroll}>
      <table className={`${table.table} ${classes.table}`}>
        <thead>
          <tr>
            <th scope="col">{t('packages.column.name')}</th>
            <th scope="col">{t('packages.column.nodes')}</th>
            <th scope="col">{t('packages.column.reach')}</th>
            <th scope="col">{t('packages.column.uses')}</th>
            <th scope="col" aria-label={t('packages.column.actions')} />
          </tr>
        </thead>
        <tbody>
          {packages.map((one) => (
            <tr key={one.name}>
              <td>
                <span className={classes.name}>{one.name}</span>
                <span className={table.small}>
                  {[
                    one.version,
                    ...(one.bytes > 0 ? [sizeText(one.bytes)] : []),
                    ...(one.dependencies > 0 ? [t('packages.dependencies', { count: one.dependencies })] : []),
                  ].join(' · ')}
                </span>
                {one.problem !== undefined && (
                  <span className={classes.problem}>{t('packages.problem', { message: one.problem })}</span>
                )}
              </td>
              <td>
                {one.nodes.map(({ displayName }) => displayName).join(', ')}
                <span className={table.small}>{one.credentialTypes.map((type) => type.displayName).join(', ')}</span>
              </td>
              <td>
                <ReachList reach={one.reach} />
              </td>
              <td>
                {one.workflows > 0 ? t('packages.uses', { count: one.workflows }) : t('packages.uses.none')}
                {one.activeWorkflows > 0 && (
                  <span className={table.small}>{t('packages.uses.active', { active: one.activeWorkflows })}</span>
                )}
              </td>
              <td>
                {isEnabled && (
                  <div className={table.actions}>
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={t('packages.update.label', { name: one.name })}
                      onClick={() => onRequest({ kind: 'update', name: one.name, version: one.version })}
                    >
                      {t('packages.update')}
                    </Button>
                    <Button
                      size="xs"
                      variant="subtle"
                      color="red"
                      aria-label={t('packages.remove.label', { name: one.name })}
                      onClick={() => void removeAndLook(one)}
                    >
                      {t('packages.remove')}
                    </Button>
                  </div>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
