import { TextProvider, useText } from '@aangan/web/text/text.tsx';
import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useRouteError } from 'react-router';
import { applyLanguage, useAppliedLanguage } from './appearance.ts';
import { isChunkLoadError, reloadOnce } from './load-chunk.ts';
import { Themed } from './themed.tsx';

/** What stands where a screen broke or could not be loaded: one reload by itself, then a panel, never a loop. */
export function ScreenError() {
  const error = useRouteError();
  const language = useAppliedLanguage();
  const [reloading] = useState(() => isChunkLoadError(error) && reloadOnce(error));
  if (reloading) return null;
  return (
    <Themed>
      <TextProvider language={language} onChange={applyLanguage}>
        <Panel chunk={isChunkLoadError(error)} />
      </TextProvider>
    </Themed>
  );
}

function Panel({ chunk }: { chunk: boolean }) {
  const t = useText();
  return (
    <Center mih="60dvh" p="lg" role="alert">
      <Stack align="center" gap="sm" maw={420} ta="center">
        <Title order={1}>{chunk ? t('error.chunk') : t('error.title')}</Title>
        {!chunk && <Text c="dimmed">{t('error.screen')}</Text>}
        <Button onClick={() => window.location.reload()}>{t('error.reload')}</Button>
      </Stack>
    </Center>
  );
}
