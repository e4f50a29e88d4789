import { limits, type Tag, type TagReference } from '@millrace/contract';
import { client } from '../api/client.ts';
import { ApiError, describeError } from '../api/errors.ts';
import { queryClient } from '../api/queries.ts';
import { tagsChanged, tagsQuery } from '../api/tags.ts';
import { t } from '../messages/organizing.ts';
import { showError, showSuccess } from '../ui/toasts.ts';

/** What people do with tags. What goes wrong is shown, and gives undefined or false. */

/** Why a name cannot be that of a tag. */
export const tagNameProblem = (name: string): string | undefined =>
  name.trim() === '' ? t('tags.name.empty') : undefined;

export const tagNameMaxLength = limits.tagNameMaxLength;

export const createTag = async (name: string): Promise<Tag | undefined> => {
  try {
    return await client.tags.create({ body: { name: name.trim() } });
  } catch (error) {
    const { message } = describeError(error);
    showError(t('tags.create.failed'), { message: t('tags.create.failed.message', { name, message }) });
    return undefined;
  } finally {
    void tagsChanged();
  }
};

/** A name that it has already is fine, and no call. */
export const renameTag = async ({ id, name: was }: TagReference, wanted: string): Promise<boolean> => {
  const name = wanted.trim();
  if (name === was) return true;
  try {
    await client.tags.rename({ params: { id }, body: { name } });
    showSuccess(t('tags.updated'), { message: t('tags.updated.message', { was, name }) });
    return true;
  } catch (error) {
    const { message } = describeError(error);
    showError(t('tags.update.failed'), { message: t('tags.update.failed.message', { name: was, message }) });
    return false;
  } finally {
    await tagsChanged();
  }
};

export const deleteTag = async ({ id, name }: TagReference): Promise<boolean> => {
  try {
    const isDone: boolean = await client.tags.remove({ params: { id } });
    if (!isDone) throw new Error(t('tags.delete.refused'));
    showSuccess(t('tags.deleted'), { message: t('tags.deleted.message', { name }) });
    return true;
  } catch (error) {
    const message = error instanceof ApiError ? describeError(error).message : (error as Error).message;
    showError(t('tags.delete.failed'), { message: t('tags.delete.failed.message', { name, message }) });
    return false;
  } finally {
    await tagsChanged();
  }
};

/** The tags of these names, made where there are none. Names that cannot be those of tags are left out. @throws ApiError */
export const tagsOfNames = async (names: readonly string[]): Promise<TagReference[]> => {
  const known = await queryClient.fetchQuery(tagsQuery);
  const byName = new Map(known.map((tag) => [tag.name.toLowerCase(), tag]));
  const tags = new Map<string, TagReference>();
  for (const name of names.map((each) => each.trim())) {
    if (tagNameProblem(name) || name.length > tagNameMaxLength) continue;
    const tag = byName.get(name.toLowerCase()) ?? (await client.tags.create({ body: { name } }));
    byName.set(name.toLowerCase(), tag);
    tags.set(tag.id, { id: tag.id, name: tag.name });
  }
  void tagsChanged();
  return [...tags.values()];
};
