import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { nodeActionsQuery } from '../api/node-actions.ts';
import { nodeTypesQuery } from '../api/node-types.ts';
import { t } from '../messages/node-creator.ts';
import { useSession } from '../workflow/hooks.ts';
import type { NodeCreatorRequest } from '../workflow/panel-state.ts';
import { isStickyNote } from '../workflow/sticky-notes.ts';
import { previousNode } from './add-chosen-node.ts';
import { type CreatorTab, categoriesOf, offeredTypes } from './categories.ts';
import { fitsRequest, isJoined } from './fits.ts';
import type { CreatorContent } from './rows.ts';
import { suggestionsFor } from './suggestions.ts';
import { readUseHistory } from './use-history.ts';

/** What the node creator lists for this request; `failed` where the types could not be loaded. */
export const useCreatorContent = (request: NodeCreatorRequest, tab: CreatorTab) => {
  const session = useSession();
  const types = useQuery(nodeTypesQuery);
  const { data: actions = noActions } = useQuery(nodeActionsQuery);
  const [history] = useState(readUseHistory);
  const list = types.data?.list;
  const content = useMemo((): CreatorContent => {
    const { document, selection } = session.state();
    const previous = tab === 'trigger' ? undefined : previousNode(document, selection, request);
    const isFirst = tab === 'trigger' || Object.values(document.nodes).every(({ data }) => isStickyNote(data.type));
    const offered = offeredTypes(list ?? [], isJoined(request) ? 'all' : tab).filter((type) =>
      fitsRequest(type, request),
    );
    // Nothing is known of what leads into an input, or of parts of other kinds.
    const isUsual = request.from === undefined || (request.from.side !== 'input' && request.from.type === 'main');
    return {
      types: offered,
      actions,
      categories: categoriesOf(offered, history.recent),
      suggestions: isUsual ? suggestionsFor(offered, previous?.data.type, history, isFirst) : [],
      suggestionsLabel:
        previous !== undefined
          ? t('nodeCreator.suggested.after', { name: previous.data.name })
          : isFirst
            ? t('nodeCreator.suggested.trigger')
            : t('nodeCreator.suggested'),
    };
  }, [session, list, actions, history, tab, request]);
  return { content, isLoading: types.isPending, failed: types.isError, retry: types.refetch };
};

const noActions: CreatorContent['actions'] = [];
