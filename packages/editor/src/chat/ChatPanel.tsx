import { ActionIcon, Button, Loader, Textarea, Tooltip } from '@mantine/core';
import { IconCopy, IconListDetails, IconMessagePlus, IconPaperclip, IconSend2, IconX } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { setDock } from '../dock/dock-state.ts';
import { t } from '../messages/chat.ts';
import { EmptyState } from '../node-panel/run-data/EmptyState.tsx';
import { copyText } from '../ui/copy-text.ts';
import { Markdown } from '../ui/Markdown.tsx';
import { useSession, useWorkflow } from '../workflow/hooks.ts';
import classes from './chat.module.css';
import { acceptedFiles, chatTriggerOf } from './chat-trigger.ts';
import { type Chat, type ChatMessage, chatOf } from './conversation.ts';

/** A chat with the workflow on the canvas: each message runs it. */
export const ChatPanel = () => {
  const session = useSession();
  const chat = chatOf(session);
  const mayRun = useWorkflow((state) => state.mayRun);
  const messages = useStore(chat.store, (state) => state.messages);
  const sessionId = useStore(chat.store, (state) => state.sessionId);
  if (!mayRun) return <EmptyState title={t('chat.empty.title')} message={t('chat.empty.readOnly')} />;
  return (
    <div className={classes.chat}>
      <div className={classes.tools}>
        <Tooltip label={t('chat.copySession')}>
          <button type="button" className={classes.session} onClick={() => void copyText(sessionId)}>
            {t('chat.session', { id: sessionId.slice(0, 8) })}
            <IconCopy size={12} aria-hidden="true" />
          </button>
        </Tooltip>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<IconListDetails size={14} />}
          onClick={() => setDock({ tab: 'log', isOpen: true })}
        >
          {t('chat.openRun')}
        </Button>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<IconMessagePlus size={14} />}
          disabled={messages.length === 0}
          onClick={chat.begin}
        >
          {t('chat.new')}
        </Button>
      </div>
      <Messages chat={chat} messages={messages} />
      <Composer chat={chat} />
    </div>
  );
};

const Messages = ({ chat, messages }: { chat: Chat; messages: readonly ChatMessage[] }) => {
  const isAnswering = useStore(chat.store, (state) => state.isAnswering);
  const waiting = useStore(chat.store, (state) => state.waiting);
  const end = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was added is scrolled into sight.
  useEffect(() => void end.current?.scrollIntoView({ block: 'nearest' }), [messages, isAnswering, waiting]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys.
    <div className={classes.log} role="log" aria-label={t('chat.messages')} aria-busy={isAnswering} tabIndex={0}>
      {messages.length === 0 && <EmptyState title={t('chat.empty.title')} message={t('chat.empty.message')} />}
      {messages.map((message) => (
        <Bubble key={message.id} message={message} />
      ))}
      {isAnswering && (
        <div className={classes.answering} role="status">
          <Loader size={12} type="dots" aria-hidden="true" />
          {t('chat.answering')}
        </div>
      )}
      {waiting && !isAnswering && (
        <div className={classes.waits}>
          <span role="status">{t('chat.waits')}</span>
          {waiting.buttons.map(({ label, approved }) => (
            <Button
              key={label}
              size="compact-sm"
              variant={approved ? 'filled' : 'default'}
              onClick={() => void chat.say(label, [], approved)}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      <div ref={end} />
    </div>
  );
};

const Bubble = ({ message: { by, text, files } }: { message: ChatMessage }) => (
  <div className={classes.bubble} data-by={by}>
    {by === 'workflow' ? <Markdown content={text} className={classes.text} /> : <p className={classes.text}>{text}</p>}
    {files && <p className={classes.files}>{files.join(', ')}</p>}
  </div>
);

const Composer = ({ chat }: { chat: Chat }) => {
  const [text, setText] = useState('');
  const [files, setFiles] = useState<readonly File[]>([]);
  const accept = useWorkflow(({ document }) => {
    const trigger = chatTriggerOf(document);
    return trigger ? acceptedFiles(trigger) : undefined;
  });
  const isAnswering = useStore(chat.store, (state) => state.isAnswering);
  const isBlocked = useStore(chat.store, ({ waiting }) => waiting?.blocksInput === true);
  const input = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);

  const send = (event?: FormEvent) => {
    event?.preventDefault();
    if (isAnswering || isBlocked || (text.trim() === '' && files.length === 0)) return;
    void chat.say(text.trim(), files);
    setText('');
    setFiles([]);
  };
  return (
    <form className={classes.composer} onSubmit={send}>
      {files.length > 0 && (
        <ul className={classes.chosen} aria-label={t('chat.files')}>
          {files.map((file) => (
            <li key={file.name}>
              {file.name}
              <ActionIcon
                size={18}
                variant="subtle"
                color="gray"
                aria-label={t('chat.detach', { name: file.name })}
                onClick={() => setFiles(files.filter((one) => one !== file))}
              >
                <IconX size={12} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <Textarea
        ref={field}
        className={classes.field}
        aria-label={t('chat.message')}
        placeholder={t('chat.placeholder')}
        autosize
        minRows={1}
        maxRows={4}
        value={text}
        disabled={isBlocked}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      {accept !== undefined && (
        <>
          <input
            ref={input}
            type="file"
            hidden
            multiple
            {...(accept !== '' && { accept })}
            onChange={(event) => {
              setFiles([...files, ...(event.currentTarget.files ?? [])]);
              event.currentTarget.value = '';
            }}
          />
          <Tooltip label={t('chat.attach')}>
            <ActionIcon
              size={32}
              variant="default"
              aria-label={t('chat.attach')}
              onClick={() => input.current?.click()}
            >
              <IconPaperclip size={16} />
            </ActionIcon>
          </Tooltip>
        </>
      )}
      <Button type="submit" h={32} leftSection={<IconSend2 size={15} />} disabled={isAnswering || isBlocked}>
        {t('chat.send')}
      </Button>
    </form>
  );
};
