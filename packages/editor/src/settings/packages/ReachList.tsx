import type { PackageReach } from '@millrace/contract';
import { IconFiles, IconKey, type IconProps, IconTerminal2, IconWorld } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { t } from '../../messages/packages.ts';
import classes from './PackagesScreen.module.css';

const icons: Record<PackageReach, ComponentType<IconProps>> = {
  files: IconFiles,
  programs: IconTerminal2,
  network: IconWorld,
  credentials: IconKey,
};

/** What code of a package can reach, as words with a picture. */
export const ReachList = ({ reach }: { reach: readonly PackageReach[] }) => (
  <ul className={classes.reach}>
    {reach.map((one) => {
      const Icon = icons[one];
      return (
        <li key={one} title={t(`packages.reach.${one}.hint`)}>
          <Icon size={14} aria-hidden="true" />
          {t(`packages.reach.${one}`)}
        </li>
      );
    })}
  </ul>
);
