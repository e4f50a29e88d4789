import { Modal, Skeleton, Stack } from '@mantine/core';
import { nodeReference } from '@millrace/engine/reference';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { credentialTypesQuery } from '../../api/credentials.ts';
import { useNodeTypes } from '../../api/node-types.ts';
import { t } from '../../messages/dialogs.ts';
import { Markdown } from '../../ui/Markdown.tsx';
import type { DialogProps } from '../stack.ts';
import { useIsTop } from '../top.ts';
import classes from './NodeReferenceDialog.module.css';

/** The page of a node type, made of its description: it needs no network beyond the instance. */
export const NodeReferenceDialog = ({ type, version, close }: DialogProps['nodeReference'] & { close: () => void }) => {
  const { full, list } = useNodeTypes();
  const { data: credentials } = useQuery(credentialTypesQuery);
  const description = full(type, version);
  const text = useMemo(() => {
    if (!description) return undefined;
    const versions = list.filter(({ name }) => name === description.name).map((each) => each.version);
    const nameOf = (name: string) => credentials?.find(name)?.displayName ?? name;
    return nodeReference(
      description,
      versions.sort((a, b) => a - b),
      nameOf,
    );
  }, [description, list, credentials]);
  return (
    <Modal opened onClose={close} title={t('reference.title')} size={760} closeOnEscape={useIsTop()}>
      {text === undefined ? (
        <Stack gap="sm" aria-busy>
          <Skeleton h={24} w="40%" />
          <Skeleton h={12} />
          <Skeleton h={12} />
          <Skeleton h={12} w="70%" />
        </Stack>
      ) : (
        <Markdown content={text} className={classes.page} />
      )}
    </Modal>
  );
};
