import { Skeleton } from '@mantine/core';
import type { NodeTypeDescription } from '@millrace/contract';
import { NodeIcon } from '../canvas/NodeIcon.tsx';
import { t } from '../messages/panel.ts';
import { siteOf, useNodeReference } from '../node-panel/documentation/NodeDocumentation.tsx';
import classes from './help.module.css';
import { PageText } from './PageText.tsx';

const none = () => false;

/** The page that the node's panel has, in the language of the editor; also of nodes of installed packages. */
export const NodePage = ({ type }: { type: NodeTypeDescription }) => {
  const { name, version } = type;
  const site = siteOf(type);
  const text = useNodeReference(name, version);
  return (
    <div className={classes.node}>
      <NodeIcon type={type} size={32} />
      <div>
        {text === undefined ? <Skeleton h={240} /> : <PageText text={text} file={`nodes/${name}.md`} hasPage={none} />}
        {site && (
          <a className={classes.start} href={site} target="_blank" rel="noreferrer">
            {t('panel.documentation.open')}
          </a>
        )}
      </div>
    </div>
  );
};
