import { Loader } from '@mantine/core';
import { isObject } from '@millrace/contract/data';
import { useEffect, useRef, useState } from 'react';
import { basePath } from '../base-path.ts';
import { t } from '../messages/preview.ts';
import { Message } from '../ui/Message.tsx';
import { readCommand } from './frame-messages.ts';
import classes from './WorkflowPreview.module.css';

/** Why this cannot be sent to a preview; undefined: it can. */
const problemOf = (workflow: unknown): string | undefined => {
  if (!workflow) return t('preview.missing');
  return isObject(workflow) && Array.isArray(workflow.nodes) ? undefined : t('preview.noNodes');
};

interface WorkflowPreviewProps {
  /** In the public format. */
  workflow: unknown;
  /** Pixels. */
  height?: number;
}

/** A workflow to look at: drawn by the editor in a frame, which takes the whole window while a node is open. */
export const WorkflowPreview = ({ workflow, height = 400 }: WorkflowPreviewProps) => {
  const frame = useRef<HTMLIFrameElement>(null);
  /** How often the frame was ready: it is loaded anew when the language is changed. */
  const [ready, setReady] = useState(0);
  const [isExpanded, setExpanded] = useState(false);
  const [failure, setFailure] = useState<string>();
  const problem = problemOf(workflow);
  useEffect(() => {
    const onMessage = ({ source, origin, data }: MessageEvent) => {
      if (source !== frame.current?.contentWindow || origin !== location.origin) return;
      const message = readCommand(data);
      if (message?.command === 'n8nReady') setReady((times) => times + 1);
      else if (message?.command === 'openNDV') setExpanded(true);
      else if (message?.command === 'closeNDV') setExpanded(false);
      else if (message?.command === 'error') {
        setExpanded(false);
        setFailure(String(message.message));
      }
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, []);
  useEffect(() => {
    if (ready === 0 || problem !== undefined) return;
    setFailure(undefined);
    frame.current?.contentWindow?.postMessage(JSON.stringify({ command: 'openWorkflow', workflow }), location.origin);
  }, [ready, workflow, problem]);
  const said = problem ?? failure;
  return (
    <div
      className={classes.preview}
      style={{ height: isExpanded ? undefined : height }}
      data-expanded={isExpanded || undefined}
    >
      {problem === undefined && (
        <iframe
          ref={frame}
          className={classes.frame}
          src={`${basePath}/workflows/demo`}
          title={t('preview.label')}
          data-hidden={said !== undefined || ready === 0 || undefined}
        />
      )}
      {said === undefined && ready === 0 && (
        <div className={classes.over}>
          <Loader size="sm" role="status" aria-label={t('preview.loading')} />
        </div>
      )}
      {said !== undefined && (
        <div className={classes.over} role="alert">
          <Message
            title={t('preview.failed')}
            text={t('preview.failed.message')}
            action={<p className={classes.detail}>{said}</p>}
          />
        </div>
      )}
    </div>
  );
};
