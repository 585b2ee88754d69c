import type { Context } from '../../context.ts';
import { archiveRoutes } from './archive.routes.ts';
import { classesRoutes } from './classes.routes.ts';
import { importRoutes } from './import.routes.ts';
import { membersRoutes } from './members.routes.ts';

export const schoolManagementRoutes = (context: Context) => ({
  ...membersRoutes(context),
  ...classesRoutes(context),
  ...importRoutes(context),
  ...archiveRoutes(context),
});
