import { Button } from '@mantine/core';
import { IconCopy, IconExternalLink, IconPlayerStopFilled, IconTerminal2 } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { t } from '../../messages/dock.ts';
import { AddressButton } from '../../ui/AddressButton.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { useSession, useWorkflow } from '../../workflow/hooks.ts';
import type { AwaitedCall } from '../../workflow/types.ts';
import { curlOf } from './curl.ts';
import classes from './test-call.module.css';

/** What starts the run that waits: the address to be called, for how long, and the end of it. */
export const TestCall = () => {
  const { runs } = useSession();
  const awaited = useWorkflow(({ run }) => run.awaited) ?? [];
  const kind = awaited.length === 0 ? 'event' : awaited.some(({ isPage }) => isPage) ? 'form' : 'call';
  return (
    <div className={classes.call}>
      <header className={classes.head}>
        <strong>{t(kind === 'call' ? 'call.title' : `call.${kind}.title`)}</strong>
        <TimeLeft />
      </header>
      <p className={classes.text}>{t(kind === 'call' ? 'call.message' : `call.${kind}.message`)}</p>
      {awaited.map((call) => (
        <Address key={`${call.method} ${call.address}`} call={call} />
      ))}
      <footer>
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          leftSection={<IconPlayerStopFilled size={12} aria-hidden />}
          onClick={() => void runs.stop()}
        >
          {t('call.stop')}
        </Button>
      </footer>
    </div>
  );
};

const Address = ({ call }: { call: AwaitedCall }) => (
  <div className={classes.address}>
    <AddressButton method={call.method} address={call.address} />
    <div className={classes.actions}>
      {call.isPage ? (
        <Button
          component="a"
          href={call.address}
          target="_blank"
          rel="noopener noreferrer"
          size="compact-sm"
          leftSection={<IconExternalLink size={14} aria-hidden />}
        >
          {t('call.openForm')}
        </Button>
      ) : (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconTerminal2 size={14} aria-hidden />}
          onClick={() => void copyText(curlOf(call))}
        >
          {t('call.copyCurl')}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconCopy size={14} aria-hidden />}
        onClick={() => void copyText(call.address)}
      >
        {t('call.copyAddress')}
      </Button>
    </div>
  </div>
);

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Counts down by seconds. */
const TimeLeft = () => {
  const until = useWorkflow(({ run }) => run.awaitedUntil);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  if (until === undefined) return null;
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  return (
    <span className={classes.left}>
      {t('call.left', { time: `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}` })}
    </span>
  );
};
