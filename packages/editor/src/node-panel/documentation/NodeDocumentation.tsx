import { Skeleton, Stack } from '@mantine/core';
import type { NodeTypeDescription } from '@millrace/contract';
import { nodeReference } from '@millrace/engine/reference';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { credentialTypesQuery } from '../../api/credentials.ts';
import { useNodeTypes } from '../../api/node-types.ts';
import { makersPage } from '../../help/type-documentation.ts';
import { t } from '../../messages/panel.ts';
import { Markdown } from '../../ui/Markdown.tsx';
import classes from './NodeDocumentation.module.css';

/** The page of a node type in Markdown, made of its description: it needs no network beyond the instance. Undefined until that is loaded. */
export const useNodeReference = (type: string, version: number): string | undefined => {
  const { full, list } = useNodeTypes();
  const { data: credentials } = useQuery(credentialTypesQuery);
  const description = full(type, version);
  return useMemo(() => {
    if (!description) return undefined;
    const versions = list.filter(({ name }) => name === description.name).map((each) => each.version);
    const nameOf = (name: string) => credentials?.find(name)?.displayName ?? name;
    return nodeReference(
      description,
      versions.sort((a, b) => a - b),
      nameOf,
    );
  }, [description, list, credentials]);
};

/** A page that the maker of a type has elsewhere. Undefined: what there is to know of it is in the help. */
export const siteOf = (description: NodeTypeDescription | undefined): string | undefined =>
  makersPage(description?.documentationUrl);

/** That page in the panel. Its maker may have one elsewhere. */
export const NodeDocumentation = ({ type, version }: { type: string; version: number }) => {
  const { full } = useNodeTypes();
  const description = full(type, version);
  const site = siteOf(description);
  const text = useNodeReference(type, version);
  if (text === undefined) {
    return (
      <Stack gap="sm" aria-busy>
        <Skeleton h={24} w="40%" />
        <Skeleton h={12} />
        <Skeleton h={12} />
        <Skeleton h={12} w="70%" />
      </Stack>
    );
  }
  return (
    <>
      {site && (
        <a className={classes.elsewhere} href={site} target="_blank" rel="noreferrer">
          {t('panel.documentation.open')}
          <IconExternalLink size={14} aria-hidden />
        </a>
      )}
      <Markdown content={text} className={classes.page} />
    </>
  );
};
