import { call } from '@aangan/web/api/call.ts';
import { useLanguage } from '@aangan/web/text/text.tsx';
import { HindiWord } from '@aangan/web/ui/hindi-word.tsx';
import { type MantineColorScheme, SegmentedControl, Stack, Text, useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { profileContract } from '../../../areas/shell/profile.contract.ts';
import { applyLanguage, applyScheme } from '../appearance.ts';
import { useOwnPreference } from '../profile/own-preference.ts';

/** Brings the user's theme and language to this page, once they are known. Draws nothing. */
export function UserPreferences() {
  const wanted = useOwnPreference();
  useEffect(() => {
    if (!wanted) return;
    applyScheme(wanted.theme);
    applyLanguage(wanted.locale);
  }, [wanted]);
  return null;
}

// The choice shows at once; keeping it is the server's job and its failure changes nothing here.
const keep = (part: { theme?: 'light' | 'dark' | 'auto'; locale?: 'en' | 'hi' }) =>
  void call(profileContract.savePreference, part, { background: true }).catch(() => undefined);

/** Theme and language, in the right drawer. */
export function AppearanceChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { language, setLanguage } = useLanguage();
  return (
    <Stack gap="sm">
      <div>
        <Text size="xs" c="dimmed" mb={4} id="choose-theme">
          Theme
        </Text>
        <SegmentedControl
          fullWidth
          aria-labelledby="choose-theme"
          value={colorScheme}
          onChange={(value) => {
            const theme = value as MantineColorScheme & ('light' | 'dark' | 'auto');
            setColorScheme(theme);
            keep({ theme });
          }}
          data={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
            { value: 'auto', label: 'Device' },
          ]}
        />
      </div>
      <div>
        <Text size="xs" c="dimmed" mb={4} id="choose-language">
          Language
        </Text>
        <SegmentedControl
          fullWidth
          aria-labelledby="choose-language"
          value={language}
          onChange={(value) => {
            const locale = value === 'hi' ? 'hi' : 'en';
            setLanguage(locale);
            keep({ locale });
          }}
          data={[
            { value: 'en', label: 'English' },
            { value: 'hi', label: <HindiWord /> },
          ]}
        />
      </div>
    </Stack>
  );
}
