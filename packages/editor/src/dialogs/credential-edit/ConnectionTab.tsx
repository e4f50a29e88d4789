import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { settingsQuery } from '../../api/queries.ts';
import { helpAddress } from '../../help/address.ts';
import { HelpLink } from '../../help/HelpLink.tsx';
import { typeDocumentation } from '../../help/type-documentation.ts';
import { t } from '../../messages/credentials.ts';
import { AddressField } from './AddressField.tsx';
import { Banners } from './Banners.tsx';
import { CredentialFieldList } from './CredentialFieldList.tsx';
import classes from './credential-edit.module.css';
import { appNameOf, isConnected, signsInWithGoogle } from './credential-type.ts';
import { GoogleSignIn } from './GoogleSignIn.tsx';
import type { Editing } from './use-editing.ts';
import type { SignIn } from './use-sign-in.ts';

interface ConnectionTabProps {
  editing: Editing;
  signIn: SignIn;
  /** Of OAuth; undefined where no account is connected. */
  version: 1 | 2 | undefined;
}

const guide = 'guides/credentials';

export const ConnectionTab = ({ editing, signIn, version }: ConnectionTabProps) => {
  const { type, draft, readOnly } = editing;
  const app = appNameOf(type) || type.displayName;
  const { data: settings } = useQuery(settingsQuery);
  const documentation = type.documentationUrl && typeDocumentation(type.name, type.documentationUrl, guide, settings);
  const isUnconnected = version !== undefined && !isConnected(draft.data);
  return (
    <div className={classes.connection}>
      <Banners editing={editing} signIn={signIn} version={version} />
      {readOnly && <p className={classes.remark}>{t('credential.readOnly')}</p>}
      <p className={classes.docs}>
        {documentation && documentation !== helpAddress(guide) ? (
          <Anchor href={documentation} target="_blank" rel="noreferrer" size="sm">
            {t('credential.docs', { name: app })}
          </Anchor>
        ) : (
          <HelpLink page={guide} />
        )}
      </p>
      {version !== undefined && <RedirectAddress version={version} app={app} />}
      <CredentialFieldList editing={editing} />
      {isUnconnected && !readOnly && <ConnectButton isGoogle={signsInWithGoogle(type)} signIn={signIn} />}
    </div>
  );
};

const RedirectAddress = ({ version, app }: { version: 1 | 2; app: string }) => {
  const { data: settings } = useQuery(settingsQuery);
  const address = settings?.oauthCallbackUrls[version === 1 ? 'oauth1' : 'oauth2'];
  const hint = useId();
  if (address === undefined) return null;
  return (
    <div>
      <AddressField
        label={t('credential.redirect')}
        copyLabel={t('credential.redirect.copy')}
        copied={t('credential.redirect.copied')}
        address={address}
        describedBy={hint}
      />
      <p id={hint} className={classes.hint}>
        {t('credential.redirect.hint', { name: app })}
      </p>
    </div>
  );
};

const ConnectButton = ({ isGoogle, signIn }: { isGoogle: boolean; signIn: SignIn }) => {
  if (signIn.isWaiting) {
    return (
      <p className={classes.waiting} role="status">
        {t('credential.connect.waiting')}{' '}
        <Button size="compact-xs" variant="default" onClick={signIn.cancel}>
          {t('credential.connect.cancel')}
        </Button>
      </p>
    );
  }
  const connect = () => void signIn.connect();
  return isGoogle ? (
    <GoogleSignIn onClick={connect} />
  ) : (
    <Button className={classes.connect} onClick={connect}>
      {t('credential.connect')}
    </Button>
  );
};
