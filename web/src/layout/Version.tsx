/** What an admin says who asks for help, or looks for what has changed. */
export const Version = () => <p className="tabular-nums">Tickmark {import.meta.env.VITE_VERSION}</p>;
