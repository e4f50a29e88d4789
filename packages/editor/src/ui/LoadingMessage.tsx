import { Loader } from '@mantine/core';
import { t } from '../messages/index.ts';
import { Message } from './Message.tsx';

/** In the place of what is still to come. */
export const LoadingMessage = () => <Message title={t('shell.loading')} icon={<Loader size="sm" />} />;
