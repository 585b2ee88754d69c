/** Messages that both the server and the screens show. */
export const UNAVAILABLE = 'The service is briefly unavailable. Please try again.';
export const WRONG_ADMIN_PASSWORD = 'Access denied. Invalid admin password.';
export const ADMIN_LOGIN_REFUSED = 'Invalid admin password';
export const LOGIN_REFUSED = 'Incorrect username or password.';
export const TEACHER_REQUIRED = 'Access denied. Teacher account required.';
export const STUDENT_ALREADY_ADDED = 'Student with this email already added';
export const ARCHIVED = 'This account is archived. Ask your school.';
export const ONLY_SCHOOL_SIGN_IN = 'You log in through your school. Choose “Sign in with your school”.';
