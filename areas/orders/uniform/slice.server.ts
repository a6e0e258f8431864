import * as sets from './uniform-set.server.ts';
import * as styles from './uniform-style.server.ts';

export const uniformServer = [sets, styles] as const;
