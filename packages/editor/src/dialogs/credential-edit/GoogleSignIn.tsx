import { t } from '../../messages/credentials.ts';
import classes from './credential-edit.module.css';

const arc = (from: number, to: number): string => {
  const at = (degrees: number) => {
    const angle = (degrees * Math.PI) / 180;
    return `${(12 + 8 * Math.cos(angle)).toFixed(2)} ${(12 + 8 * Math.sin(angle)).toFixed(2)}`;
  };
  return `M ${at(from)} A 8 8 0 0 1 ${at(to)}`;
};

/** A ring in the colours of the service, open at the right, and a bar. */
const parts = [
  { path: arc(150, 212), color: '#f2b705' },
  { path: arc(212, 315), color: '#d93a2b' },
  { path: arc(40, 150), color: '#2a9448' },
  { path: `${arc(0, 40)} M 12 12 H 20`, color: '#3b78e7' },
];

/** The button by which people know the sign-in of Google: a picture in place of a plain button. */
export const GoogleSignIn = ({ onClick }: { onClick(): void }) => (
  <button type="button" className={classes.google} aria-label={t('credential.connect.google')} onClick={onClick}>
    <svg width="24" height="24" viewBox="0 0 24 24" fill="none" strokeWidth="3.4" role="img" aria-hidden="true">
      {parts.map(({ path, color }) => (
        <path key={color} d={path} stroke={color} />
      ))}
    </svg>
    <span>{t('credential.connect.google')}</span>
  </button>
);
