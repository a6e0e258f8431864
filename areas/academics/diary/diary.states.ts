import { transitions } from '@aangan/contract/states.ts';

export const diaryStates = transitions({
  DRAFT: { publish: 'PUBLISHED', withdraw: 'WITHDRAWN' },
  PUBLISHED: { withdraw: 'WITHDRAWN' },
  WITHDRAWN: {},
});

export const diaryLabels = { DRAFT: 'Draft', PUBLISHED: 'Published', WITHDRAWN: 'Withdrawn' } as const;
export type DiaryStatus = keyof typeof diaryLabels;
