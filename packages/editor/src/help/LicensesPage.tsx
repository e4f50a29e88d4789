import { useQuery } from '@tanstack/react-query';
import { basePath } from '../base-path.ts';
import { t } from '../messages/help.ts';
import { LoadingMessage } from '../ui/LoadingMessage.tsx';
import { Message } from '../ui/Message.tsx';
import classes from './help.module.css';
import type { LicenseList } from './license-list.ts';

const readLicenses = async ({ signal }: { signal: AbortSignal }): Promise<LicenseList> => {
  const answer = await fetch(`${basePath}/licenses.json`, { signal });
  if (!answer.ok) throw new Error(t('help.licenses.failed'));
  return (await answer.json()) as LicenseList;
};

/** What the product is built on, with the license of each package in full. */
export const LicensesPage = () => {
  const { data, error } = useQuery({
    queryKey: ['licenses'],
    queryFn: readLicenses,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <>
      <h1 className={classes.title}>{t('help.licenses')}</h1>
      {error && <Message title={t('help.failed')} text={t('help.licenses.failed')} />}
      {!data && !error && <LoadingMessage />}
      {data && (
        <>
          <p>{t('help.licenses.text', { count: data.packages.length })}</p>
          <ul className={classes.licenses}>
            {data.packages.map(({ name, version, license = t('help.licenses.unknown'), text }) => (
              <li key={`${name} ${version}`}>
                {text === undefined ? (
                  <span className={classes.license}>
                    <span>{`${name} ${version}`}</span>
                    <span>{license}</span>
                  </span>
                ) : (
                  <details>
                    <summary className={classes.license}>
                      <span>{`${name} ${version}`}</span>
                      <span>{license}</span>
                    </summary>
                    <pre>{data.texts[text]}</pre>
                  </details>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
};
