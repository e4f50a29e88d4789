import { personName } from '../../account/person-name.ts';
import { t } from '../../messages/accounts.ts';
import { useUser } from '../../start/use-standing.ts';
import { SettingsPage, SettingsSection } from '../SettingsPage.tsx';
import { AppearanceFields } from './AppearanceFields.tsx';
import { PersonForm } from './PersonForm.tsx';
import { SecurityRows } from './SecurityRows.tsx';
import { Sessions } from './Sessions.tsx';

/** What a person says of himself, how he signs in and where he is signed in, and how the editor looks for him. */
export const PersonalScreen = () => {
  const user = useUser();
  if (!user) return null;
  return (
    <SettingsPage title={personName(user)} text={user.email ?? undefined}>
      <SettingsSection title={t('personal.basics')} text={t('personal.basics.text')}>
        <PersonForm key={user.id} user={user} />
      </SettingsSection>
      <SettingsSection title={t('personal.security')} text={t('personal.security.text')}>
        <SecurityRows />
      </SettingsSection>
      <SettingsSection title={t('personal.appearance')} text={t('personal.appearance.text')}>
        <AppearanceFields />
      </SettingsSection>
      <SettingsSection title={t('personal.sessions')} text={t('personal.sessions.text')}>
        <Sessions />
      </SettingsSection>
    </SettingsPage>
  );
};
