import { Checkbox, UnstyledButton } from '@mantine/core';
import { type ApiScope, apiScopeNames } from '@millrace/contract';
import { t } from '../../messages/accounts.ts';
import classes from './ScopeChoice.module.css';

const readScopes = apiScopeNames.filter((scope) => scope.endsWith(':read'));

/** What a key may be used for. */
export const ScopeChoice = ({
  chosen,
  onChange,
}: {
  chosen: ReadonlySet<ApiScope>;
  onChange: (scopes: ReadonlySet<ApiScope>) => void;
}) => (
  <fieldset className={classes.choice}>
    <legend className={classes.legend}>{t('apiKeys.scopes.legend')}</legend>
    <div className={classes.presets}>
      <UnstyledButton className={classes.preset} onClick={() => onChange(new Set(apiScopeNames))}>
        {t('apiKeys.scopes.everything')}
      </UnstyledButton>
      <UnstyledButton className={classes.preset} onClick={() => onChange(new Set(readScopes))}>
        {t('apiKeys.scopes.readOnly')}
      </UnstyledButton>
      <UnstyledButton className={classes.preset} onClick={() => onChange(new Set())}>
        {t('apiKeys.scopes.none')}
      </UnstyledButton>
    </div>
    {chosen.size === 0 && <p className={classes.hint}>{t('apiKeys.scopes.missing')}</p>}
    <div className={classes.scopes}>
      {apiScopeNames.map((scope) => (
        <Checkbox
          key={scope}
          size="sm"
          label={t(`apiKeys.scope.${scope}`)}
          checked={chosen.has(scope)}
          onChange={(event) => {
            const next = new Set(chosen);
            if (event.currentTarget.checked) next.add(scope);
            else next.delete(scope);
            onChange(next);
          }}
        />
      ))}
    </div>
  </fieldset>
);
