import { configRead } from '@aangan/contract/app-config.ts';
import { Anchor } from '@mantine/core';
import { useQuery } from '../api/use-query.ts';
import { texts, useText } from '../text/text.tsx';

const words = texts({ visit: 'Visit website' }, { visit: 'वेबसाइट देखें' });

/** The way on from a thank-you page: the public site's own, where one is configured. */
export function VisitWebsite() {
  const t = useText(words);
  const config = useQuery(configRead, {}, { background: true, fresh: 5 * 60_000 });
  const page = config.data?.bases.thankYouPage;
  return page ? <Anchor href={page}>{t('visit')}</Anchor> : null;
}
