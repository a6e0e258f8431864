import type { SetUpStep } from '@aangan/server/endpoint/area-extras.ts';
import { providerOf } from './provider/choose-provider.server.ts';

export const communicationSetUp: readonly SetUpStep[] = [
  {
    key: 'communication.providers',
    place: 60,
    title: 'Let messages go out',
    help: 'Whoever runs the server names a provider for e-mail or SMS. Until then sign-in codes and invitations reach nobody.',
    path: null,
    isDone: async (db, config) =>
      (await providerOf(db, 'EMAIL', config)) !== null || (await providerOf(db, 'SMS', config)) !== null,
  },
];
