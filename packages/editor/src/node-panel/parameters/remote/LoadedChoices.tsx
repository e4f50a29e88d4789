import type { ParameterDefinition, ParameterOption } from '@millrace/contract';
import type { ReactNode } from 'react';
import { t } from '../../../messages/panel.ts';
import type { ParameterPath } from '../../../workflow/types.ts';
import { BelowField } from '../BelowField.tsx';
import classes from '../fields.module.css';
import { LoadFailure } from './LoadFailure.tsx';
import { RefreshButton } from './RefreshButton.tsx';
import { useLoadedOptions } from './use-loaded-options.ts';

interface LoadedChoicesProps {
  definition: ParameterDefinition;
  path: ParameterPath;
  /** Choices that the definition names itself; they come first. */
  own: readonly ParameterOption[];
  readOnly: boolean;
  children(options: readonly ParameterOption[], isLoading: boolean): ReactNode;
}

/** A control over choices that come from the service, with a button that gets them anew. */
export const LoadedChoices = ({ definition, path, own, readOnly, children }: LoadedChoicesProps) => {
  const loaded = useLoadedOptions(definition, path);
  return (
    <>
      <div className={classes.locator}>
        <div className={classes.grow}>{children([...own, ...(loaded.data ?? [])], loaded.data === undefined)}</div>
        {!readOnly && loaded.waitsFor === undefined && (
          <RefreshButton label={t('panel.remote.refresh')} isLoading={loaded.isLoading} onClick={loaded.reload} />
        )}
      </div>
      <BelowField>
        {loaded.waitsFor && <p className={classes.hint}>{loaded.waitsFor}</p>}
        {loaded.data?.length === 0 && own.length === 0 && <p className={classes.hint}>{t('panel.remote.none')}</p>}
        <LoadFailure loaded={loaded} />
      </BelowField>
    </>
  );
};
