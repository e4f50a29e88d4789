import { Button } from '@mantine/core';
import { IconAlertTriangleFilled, IconCircleCheckFilled } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { t } from '../../messages/credentials.ts';
import classes from './credential-edit.module.css';
import { fieldIssues, isConnected } from './credential-type.ts';
import type { Editing } from './use-editing.ts';
import type { SignIn } from './use-sign-in.ts';

interface BannersProps {
  editing: Editing;
  signIn: SignIn;
  version: 1 | 2 | undefined;
}

/** How the credential stands: what is missing, whether it works, whether an account is connected. One thing at a time. */
export const Banners = ({ editing, signIn, version }: BannersProps) => {
  const { type, draft, outcome, showsRequired, readOnly } = editing;
  if (showsRequired && fieldIssues(type, draft.data).length > 0) {
    return <Banner kind="error" title={t('credential.banner.invalid')} />;
  }
  if (outcome?.kind === 'error') {
    const again = version === undefined ? editing.test : signIn.connect;
    return (
      <Banner key={outcome.reason} kind="error" title={outcome.title} details={outcome.reason}>
        {!readOnly && (
          <Button size="compact-sm" variant="default" loading={editing.isTesting} onClick={() => void again()}>
            {t('credential.banner.retry')}
          </Button>
        )}
      </Banner>
    );
  }
  if (outcome?.kind === 'secrets') {
    return <Banner kind="error" title={t('credential.banner.secrets')} text={outcome.reason} />;
  }
  if (outcome?.kind === 'success') return <Banner kind="success" title={t('credential.banner.success')} />;
  if (version !== undefined && isConnected(draft.data)) {
    return (
      <Banner kind="success" title={t('credential.banner.connected')}>
        {!readOnly && (
          <Button size="compact-sm" variant="default" loading={signIn.isWaiting} onClick={() => void signIn.connect()}>
            {t('credential.banner.reconnect')}
          </Button>
        )}
      </Banner>
    );
  }
  return null;
};

interface BannerProps {
  kind: 'error' | 'success';
  title: string;
  text?: string;
  /** Folded away. */
  details?: string;
  children?: ReactNode;
}

const Banner = ({ kind, title, text, details, children }: BannerProps) => {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const Icon = kind === 'error' ? IconAlertTriangleFilled : IconCircleCheckFilled;
  return (
    <div className={classes.banner} data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
      <div className={classes.bannerLine}>
        <Icon size={18} aria-hidden="true" />
        <span className={classes.bannerTitle}>{title}</span>
        {details && (
          <button
            type="button"
            className={classes.bannerToggle}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {t(isOpen ? 'credential.banner.hideDetails' : 'credential.banner.details')}
          </button>
        )}
        {children}
      </div>
      {text && <p className={classes.bannerText}>{text}</p>}
      {details && isOpen && (
        <p id={id} className={classes.bannerDetails}>
          {details}
        </p>
      )}
    </div>
  );
};
