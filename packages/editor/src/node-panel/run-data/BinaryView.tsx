import { Button, Loader } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { describeError } from '../../api/errors.ts';
import { t } from '../../messages/panel.ts';
import { showError } from '../../ui/toasts.ts';
import { type BinaryFile, filesOf, inertPage, loadFile, nameOfFile, previewOf, sizeText } from './binary-files.ts';
import classes from './run-data.module.css';
import type { IndexedItem } from './table.ts';

export const BinaryView = ({ items }: { items: readonly IndexedItem[] }) => (
  <div className={classes.scroll}>
    <div className={classes.files}>
      {filesOf(items).map((file) => (
        <FileCard key={`${file.item}:${file.property}`} file={file} />
      ))}
    </div>
  </div>
);

const download = async (file: BinaryFile): Promise<void> => {
  try {
    const address = URL.createObjectURL(await loadFile(file.data));
    const link = document.createElement('a');
    link.href = address;
    link.download = nameOfFile(file);
    link.click();
    URL.revokeObjectURL(address);
  } catch (error) {
    showError(t('panel.binary.failed'), describeError(error));
  }
};

const FileCard = ({ file }: { file: BinaryFile }) => {
  const [isShown, setShown] = useState(false);
  const { data, item, property } = file;
  const facts: [string, string][] = [
    [t('panel.binary.type'), data.mimeType],
    ...(data.fileSize === undefined ? [] : ([[t('panel.binary.size'), sizeText(data.fileSize)]] as [string, string][])),
  ];
  return (
    <article className={classes.file}>
      <header className={classes.fileHead}>
        <IconFile size={18} aria-hidden />
        <div className={classes.fileNames}>
          <strong title={nameOfFile(file)}>{nameOfFile(file)}</strong>
          <span>
            {t('panel.binary.item', { number: item + 1 })} · {property}
          </span>
        </div>
      </header>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {isShown && <Content file={file} />}
      <footer className={classes.fileActions}>
        {previewOf(data) && (
          <Button size="xs" variant="default" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {t('panel.binary.view')}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => void download(file)}>
          {t('panel.binary.download')}
        </Button>
      </footer>
    </article>
  );
};

/** Characters that are shown. */
const mostShown = { text: 100_000, html: 1_000_000 };

const Content = ({ file }: { file: BinaryFile }) => {
  const kind = previewOf(file.data);
  const { data: blob, error } = useQuery({
    queryKey: ['binary', file.data.id ?? file.data.data],
    queryFn: ({ signal }) => loadFile(file.data, signal),
    gcTime: 60_000,
  });
  const [text, setText] = useState<string>();
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    if (kind === 'text' || kind === 'html') {
      void blob.slice(0, mostShown[kind]).text().then(setText);
      return;
    }
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob, kind]);

  if (error) {
    return (
      <p className={classes.fileError}>
        {t('panel.binary.failed')}: {describeError(error).message}
      </p>
    );
  }
  if (kind === 'text' && text !== undefined) return <pre className={classes.fileText}>{text}</pre>;
  if (kind === 'html' && text !== undefined) {
    return <iframe className={classes.filePage} sandbox="" srcDoc={inertPage(text)} title={nameOfFile(file)} />;
  }
  if (kind === 'image' && address) return <img className={classes.fileImage} src={address} alt={nameOfFile(file)} />;
  return <Loader size="sm" role="status" aria-label={t('panel.binary.loading')} />;
};
