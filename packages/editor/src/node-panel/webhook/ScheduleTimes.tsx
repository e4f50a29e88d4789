import { language } from '../../messages/language.ts';
import { t } from '../../messages/panel.ts';
import { useOpenedNode } from '../panel-context.ts';
import { useSchedule } from './use-trigger-check.ts';
import classes from './webhook.module.css';

/** When the schedule fires next, in the zone that it goes by. */
export const ScheduleTimes = () => {
  const { node } = useOpenedNode();
  const { data, error } = useSchedule(node, true);
  const format = (time: number) =>
    new Date(time).toLocaleString(language, {
      timeZone: data?.timezone,
      weekday: 'short',
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: new Date(time).getSeconds() === 0 ? undefined : '2-digit',
    });
  return (
    <section className={classes.webhooks} aria-label={t('panel.schedule.next')}>
      <header className={classes.head}>
        <h3>{t('panel.schedule.next')}</h3>
        {data && <span className={classes.hint}>{t('panel.schedule.zone', { zone: data.timezone })}</span>}
      </header>
      {error ? (
        <p className={classes.problem}>{t('panel.schedule.invalid')}</p>
      ) : data?.next.length === 0 ? (
        <p className={data.problems.length > 0 ? classes.problem : classes.hint}>
          {t(data.problems.length > 0 ? 'panel.schedule.invalid' : 'panel.schedule.never')}
        </p>
      ) : (
        <ol className={classes.times}>
          {(data?.next ?? []).map((time) => (
            <li key={time}>
              <time dateTime={new Date(time).toISOString()}>{format(time)}</time>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
};
